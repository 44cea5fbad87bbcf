import { Heart, LogOut, type LucideIcon, Search, Shield } from "lucide-react";
import { Link, useLocation } from "react-router";
import { Avatar } from "~/ui/avatar.tsx";
import { cx } from "~/ui/cx.ts";
import { IconButton } from "~/ui/icon-button.tsx";
import { ThemeSwitch } from "~/ui/theme-switch.tsx";
import { Bell, MessagesEntry } from "./bar-dropdowns.tsx";
import { EntryFace, entryClass } from "./bar-entry.tsx";
import { BrandLink } from "./brand-link.tsx";
import { PhoneMenu } from "./phone-menu.tsx";
import { isOpen } from "./rules.ts";
import { useShell } from "./shell-context.ts";
import { useSignOut } from "./use-sign-out.ts";

/** The top bar of members and admins. */
export function MemberBar({ isPhoneHidden = false }: { isPhoneHidden?: boolean }) {
  return (
    <header
      data-top-bar
      // On phones some screens bring their own head.
      className={cx("sticky top-0 z-20 border-b border-line bg-surface", isPhoneHidden && "max-md:hidden")}
    >
      <div className="mx-auto flex h-14 max-w-[1280px] items-center pr-2 pl-4 md:h-16 md:gap-1 md:px-8">
        <BrandLink to="/busca" className="mr-auto" />
        <DesktopEntries />
        <ThemeSwitch className="md:hidden" />
        <PhoneMenu />
      </div>
    </header>
  );
}

function DesktopEntries() {
  const { user } = useShell();
  const { leave, isLeaving } = useSignOut();
  return (
    <nav aria-label="Principal" className="flex h-full items-center gap-1 max-md:hidden">
      <Entry to="/busca" icon={Search} label="Buscar" />
      <MessagesEntry />
      <Entry to="/favoritos" icon={Heart} label="Favoritos" />
      <Bell />
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

function Entry({ to, icon, label }: { to: string; icon: LucideIcon; label: string }) {
  const isHere = isOpen(useLocation().pathname, to);
  return (
    <Link to={to} aria-current={isHere ? "page" : undefined} title={label} className={entryClass(isHere)}>
      <EntryFace icon={icon} label={label} isHere={isHere} />
    </Link>
  );
}
