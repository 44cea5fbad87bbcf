import { Bell, Heart, LogOut, type LucideIcon, MessageCircle, Search, Shield } from "lucide-react";
import { Link, useLocation } from "react-router";
import type { SessionUser } from "~/platform/session.ts";
import { Avatar } from "~/ui/avatar.tsx";
import { CountBadge } from "~/ui/badge.tsx";
import { cx } from "~/ui/cx.ts";
import { IconButton } from "~/ui/icon-button.tsx";
import { Popover } from "~/ui/popover.tsx";
import { ThemeSwitch } from "~/ui/theme-switch.tsx";
import { BrandLink } from "./brand-link.tsx";
import { NotificationsPanel } from "./notifications-panel.tsx";
import { PhoneMenu } from "./phone-menu.tsx";
import { isOpen, unreadWord } from "./rules.ts";
import { useSignOut } from "./use-sign-out.ts";

type Props = {
  user: SessionUser;
  unreadMessages: number;
  onNotifications: () => void;
  /** On phones the screen brings its own head. */
  isPhoneHidden?: boolean;
};

/** The top bar of members and admins. */
export function MemberBar({ user, unreadMessages, onNotifications, isPhoneHidden = false }: Props) {
  return (
    <header
      data-top-bar
      className={cx("sticky top-0 z-20 border-b border-line bg-surface", isPhoneHidden && "max-md:hidden")}
    >
      <div className="mx-auto flex h-14 max-w-[1280px] items-center pr-2 pl-4 md:h-16 md:gap-1 md:px-8">
        <BrandLink to="/busca" className="mr-auto" />
        <DesktopEntries user={user} unreadMessages={unreadMessages} />
        <ThemeSwitch className="md:hidden" />
        <PhoneMenu user={user} unreadMessages={unreadMessages} onNotifications={onNotifications} />
      </div>
    </header>
  );
}

function DesktopEntries({ user, unreadMessages }: { user: SessionUser; unreadMessages: number }) {
  const { leave, isLeaving } = useSignOut();
  return (
    <nav aria-label="Principal" className="flex h-full items-center gap-1 max-md:hidden">
      <Entry to="/busca" icon={Search} label="Buscar" />
      <Entry to="/mensagens" icon={MessageCircle} label="Mensagens" count={unreadMessages} />
      <Entry to="/favoritos" icon={Heart} label="Favoritos" />
      <Popover
        title="Notificações"
        trigger={
          <IconButton label="Notificações">
            <Bell aria-hidden strokeWidth={1.75} />
          </IconButton>
        }
      >
        <NotificationsPanel />
      </Popover>
      {user.isAdmin && <Entry to="/admin" icon={Shield} label="Admin" />}
      <ThemeSwitch />
      <span aria-hidden className="mx-2 h-9 border-l border-line" />
      <Link
        to="/perfil"
        aria-current={useLocation().pathname === "/perfil" ? "page" : undefined}
        className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-control font-medium"
      >
        <Avatar src={user.photoUrl ?? undefined} alt="" size="small" />
        <span className="max-lg:sr-only">Meu Perfil</span>
      </Link>
      <IconButton label="Sair" onClick={leave} disabled={isLeaving}>
        <LogOut aria-hidden strokeWidth={1.75} />
      </IconButton>
    </nav>
  );
}

type EntryProps = {
  to: string;
  icon: LucideIcon;
  label: string;
  /** Unread messages behind it. */
  count?: number;
};

function Entry({ to, icon: Icon, label, count = 0 }: EntryProps) {
  const isHere = isOpen(useLocation().pathname, to);
  return (
    <Link
      to={to}
      aria-current={isHere ? "page" : undefined}
      title={label}
      className={cx(
        "relative inline-flex h-11 items-center gap-2 rounded-control px-3 font-medium hover-mouse:text-ink lg:px-3.5",
        isHere ? "text-ink" : "text-muted",
      )}
    >
      <Icon aria-hidden className="size-5" strokeWidth={1.75} />
      <span className="max-lg:sr-only">{label}</span>
      <CountBadge count={count} label={unreadWord(count)} className="max-lg:absolute max-lg:top-0.5 max-lg:-right-1" />
      {isHere && (
        <span
          aria-hidden
          className="absolute inset-x-3 -bottom-2.5 h-0.5 bg-primary lg:inset-x-3.5 forced-colors:bg-[Highlight]"
        />
      )}
    </Link>
  );
}
