import { formatCount } from "@caramelo/contract/formats/counts";
import { tokensWord } from "@caramelo/contract/texts/billing";
import { ChevronDown, Heart, LogOut, type LucideIcon, Search, Shield } from "lucide-react";
import { Link, useLocation } from "react-router";
import { pressAgain } from "~/platform/again.ts";
import { cx } from "~/ui/basics/cx.ts";
import { IconButton } from "~/ui/basics/icon-button.tsx";
import { ThemeSwitch } from "~/ui/basics/theme-switch.tsx";
import { Avatar } from "~/ui/members/avatar.tsx";
import { Menu } from "~/ui/overlays/menu.tsx";
import { lazyPart, usePreload } from "~/ui/states/lazy-part.tsx";
import { BrandLink } from "../brand-link.tsx";
import { PhoneMenu } from "../menu/phone-menu.tsx";
import { isOpen } from "../rules.ts";
import { useShell } from "../shell-context.ts";
import { useSignOut } from "../use-sign-out.ts";
import { Bell, MessagesEntry } from "./bar-dropdowns.tsx";
import { BAR_CLASS, BAR_ROW_CLASS, EntryContent, entryClass, HereLine } from "./bar-entry.tsx";

/** The top bar of members and staff. */
export function MemberBar({ isPhoneHidden = false }: { isPhoneHidden?: boolean }) {
  return (
    <header
      data-top-bar
      // Hidden on phones for screens with their own header.
      className={cx(BAR_CLASS, isPhoneHidden && "max-md:hidden")}
    >
      <div className={BAR_ROW_CLASS}>
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
  const isAtOwnProfile = useLocation().pathname === "/perfil";
  return (
    <nav aria-label="Principal" className="flex h-full items-center gap-1 max-md:hidden">
      <Entry to="/busca" icon={Search} label="Buscar" />
      {!user.isAdmin && (
        <>
          <MessagesEntry />
          <Entry to="/favoritos" icon={Heart} label="Favoritos" />
        </>
      )}
      <Bell />
      {user.isAdmin && <Entry to="/admin" icon={Shield} label="Admin" />}
      {user.balance && <TokensEntry tokens={user.balance.tokens} />}
      <ThemeSwitch />
      <span aria-hidden className="mx-2 h-9 border-l border-line" />
      <Link
        to="/perfil"
        aria-current={isAtOwnProfile ? "page" : undefined}
        className="relative inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-control font-medium"
      >
        <Avatar src={user.photoUrl ?? undefined} alt="" name={user.name} size="small" />
        <span className="max-lg:sr-only">Meu Perfil</span>
        {isAtOwnProfile && <HereLine className="inset-x-0" />}
      </Link>
      <AccountMenu />
      <IconButton label="Sair" onClick={leave} disabled={isLeaving}>
        <LogOut aria-hidden strokeWidth={1.75} />
      </IconButton>
    </nav>
  );
}

/** A payer's remaining tokens. On phones the menu shows them. */
function TokensEntry({ tokens }: { tokens: number }) {
  return (
    <Link
      to="/fichas"
      aria-current={useLocation().pathname === "/fichas" ? "page" : undefined}
      title="Minhas fichas"
      className="press-row mx-1 inline-flex h-11 min-w-11 items-center rounded-control text-14 font-semibold whitespace-nowrap text-on-gold"
    >
      <span className="rounded-full bg-gold-soft px-3 py-1 tabular-nums">
        {formatCount(tokens)} <span className="max-lg:sr-only">{tokensWord(tokens)}</span>
      </span>
    </Link>
  );
}

function Entry({ to, icon, label }: { to: string; icon: LucideIcon; label: string }) {
  const { pathname } = useLocation();
  const isHere = isOpen(pathname, to);
  return (
    <Link
      to={to}
      onClick={(event) => pressAgain(event, pathname === to)}
      aria-current={isHere ? "page" : undefined}
      title={label}
      className={entryClass(isHere)}
    >
      <EntryContent icon={icon} label={label} isHere={isHere} />
    </Link>
  );
}

const Entries = lazyPart(() => import("../menu/account-menu-list.tsx").then((file) => file.AccountMenuList));

/** The avatar's menu in the top bar, on desktops. */
function AccountMenu() {
  usePreload(Entries);
  return (
    <Menu
      trigger={
        <IconButton label="Sua conta" className="text-muted">
          <ChevronDown aria-hidden strokeWidth={1.75} />
        </IconButton>
      }
    >
      <Entries />
    </Menu>
  );
}
