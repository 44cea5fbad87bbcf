import { Bell, DoorOpen, Heart, LogOut, MessageCircle, Search, Shield, SunMoon, UserRound } from "lucide-react";
import { switchTheme } from "~/platform/theme.ts";
import { CountBadge } from "~/ui/members/badge.tsx";
import { MenuItem, MenuLink, MenuSeparator } from "~/ui/overlays/menu.tsx";
import { notificationsWord, unreadWord } from "../rules.ts";
import { useShell } from "../shell-context.ts";
import { useSignOut } from "../use-sign-out.ts";
import { leaveQuickly } from "./leave-quickly.ts";
import { SectionEntries } from "./section-entries.tsx";

/** On phones: every screen and action of the top bar, and the quick exit. */
export function PhoneMenuList() {
  const { user, unread, openNotifications } = useShell();
  const { leave } = useSignOut();
  return (
    <>
      <MenuLink to="/perfil" icon={<UserRound aria-hidden />}>
        Meu Perfil
      </MenuLink>
      {user.isAdmin && (
        <MenuLink to="/admin" icon={<Shield aria-hidden />}>
          Admin
        </MenuLink>
      )}
      <MenuLink to="/busca" icon={<Search aria-hidden />}>
        Buscar
      </MenuLink>
      {!user.isAdmin && (
        <>
          <MenuLink to="/mensagens" icon={<MessageCircle aria-hidden />}>
            Mensagens
            <CountBadge count={unread.messages} label={unreadWord(unread.messages)} className="ml-auto" />
          </MenuLink>
          <MenuLink to="/favoritos" icon={<Heart aria-hidden />}>
            Favoritos
          </MenuLink>
        </>
      )}
      <MenuItem onSelect={openNotifications} icon={<Bell aria-hidden />}>
        Notificações
        <CountBadge count={unread.notifications} label={notificationsWord(unread.notifications)} className="ml-auto" />
      </MenuItem>
      <SectionEntries />
      <MenuSeparator />
      <MenuItem onSelect={switchTheme} icon={<SunMoon aria-hidden />}>
        Tema claro ou escuro
      </MenuItem>
      <MenuItem onSelect={leaveQuickly} icon={<DoorOpen aria-hidden />}>
        Saída rápida
      </MenuItem>
      <MenuItem onSelect={leave} tone="danger" icon={<LogOut aria-hidden />}>
        Sair
      </MenuItem>
    </>
  );
}
