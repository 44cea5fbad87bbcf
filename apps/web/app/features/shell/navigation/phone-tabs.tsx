import { formatCount } from "@caramelo/contract/formats/counts";
import { Bell, Heart, type LucideIcon, MessageCircle, Search, Shield } from "lucide-react";
import type { MouseEvent } from "react";
import { Link, useLocation } from "react-router";
import { pressAgain } from "~/platform/again.ts";
import { cx } from "~/ui/basics/cx.ts";
import { Avatar } from "~/ui/members/avatar.tsx";
import { isOpen, notificationsWord, unreadWord } from "../rules.ts";
import { useShell } from "../shell-context.ts";
import { BadgedIcon, TAB_CLASS, TABS_CLASS } from "./bar-entry.tsx";

/** The navigation bar at the bottom of phones. Each entry is as wide as its label. */
export function PhoneTabs() {
  const { user, unread, openNotifications } = useShell();
  return (
    <nav aria-label="Seções" className={TABS_CLASS}>
      <Tab to="/busca" icon={Search} label="Buscar" />
      {user.isAdmin ? (
        <Tab to="/admin" icon={Shield} label="Admin" />
      ) : (
        <>
          <Tab to="/mensagens" icon={MessageCircle} label="Mensagens" count={unread.messages} word={unreadWord} />
          <Tab to="/favoritos" icon={Heart} label="Favoritos" />
        </>
      )}
      <button
        type="button"
        onClick={openNotifications}
        aria-haspopup="dialog"
        className={cx(TAB_CLASS, "font-medium text-muted")}
      >
        <TabContent icon={Bell} label="Notificações" count={unread.notifications} word={notificationsWord} />
      </button>
      <Link to="/perfil" {...useTabState("/perfil")}>
        <Avatar src={user.photoUrl ?? undefined} alt="" name={user.name} size="tiny" className="-my-px" />
        Perfil
      </Link>
    </nav>
  );
}

function useTabState(to: string) {
  const { pathname } = useLocation();
  const isHere = isOpen(pathname, to);
  return {
    onClick: (event: MouseEvent) => pressAgain(event, pathname === to),
    "aria-current": isHere ? ("page" as const) : undefined,
    className: cx(TAB_CLASS, isHere ? "font-semibold text-primary" : "font-medium text-muted"),
  };
}

type TabContentProps = { icon: LucideIcon; label: string; count?: number; word?: (count: number) => string };

function Tab({ to, ...content }: TabContentProps & { to: string }) {
  return (
    <Link to={to} {...useTabState(to)}>
      <TabContent {...content} />
    </Link>
  );
}

function TabContent({ icon, label, count = 0, word = unreadWord }: TabContentProps) {
  return (
    <>
      <BadgedIcon icon={icon} count={count} className="size-5.5" />
      <span>{label}</span>
      {count > 0 && <span className="sr-only">{` ${formatCount(count)} ${word(count)}`}</span>}
    </>
  );
}
