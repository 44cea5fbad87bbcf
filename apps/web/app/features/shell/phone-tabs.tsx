import { Bell, Heart, type LucideIcon, MessageCircle, Search } from "lucide-react";
import { Link, useLocation } from "react-router";
import { Avatar } from "~/ui/avatar.tsx";
import { CountBadge } from "~/ui/badge.tsx";
import { cx } from "~/ui/cx.ts";
import { isOpen, newsWord, unreadWord } from "./rules.ts";
import { useShell } from "./shell-context.ts";

const TAB =
  "grid flex-auto content-center justify-items-center gap-0.75 rounded-control text-13 tracking-[-0.015em] -outline-offset-2!";

/** The second navigation bar of phones, within the thumb's reach. Entries take width by their words. */
export function PhoneTabs() {
  const { user, unread, openNotifications } = useShell();
  return (
    <nav
      aria-label="Seções"
      className="fixed inset-x-0 bottom-0 z-20 flex h-[calc(4rem+env(safe-area-inset-bottom))] border-t border-line bg-surface px-1 pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <Tab to="/busca" icon={Search} label="Buscar" />
      <Tab to="/mensagens" icon={MessageCircle} label="Mensagens" count={unread.messages} word={unreadWord} />
      <Tab to="/favoritos" icon={Heart} label="Favoritos" />
      <button
        type="button"
        onClick={openNotifications}
        aria-haspopup="dialog"
        className={cx(TAB, "font-medium text-muted")}
      >
        <TabFace icon={Bell} label="Notificações" count={unread.notifications} word={newsWord} />
      </button>
      <Link to="/perfil" {...useTabState("/perfil")}>
        <Avatar src={user.photoUrl ?? undefined} alt="" size="tiny" className="-my-px" />
        Perfil
      </Link>
    </nav>
  );
}

function useTabState(to: string) {
  const isHere = isOpen(useLocation().pathname, to);
  return {
    "aria-current": isHere ? ("page" as const) : undefined,
    className: cx(TAB, isHere ? "font-semibold text-primary" : "font-medium text-muted"),
  };
}

type FaceProps = { icon: LucideIcon; label: string; count?: number; word?: (count: number) => string };

function Tab({ to, ...face }: FaceProps & { to: string }) {
  return (
    <Link to={to} {...useTabState(to)}>
      <TabFace {...face} />
    </Link>
  );
}

function TabFace({ icon: Icon, label, count = 0, word = unreadWord }: FaceProps) {
  return (
    <>
      <span aria-hidden className="relative">
        <Icon className="size-5.5" strokeWidth={1.75} />
        {/* After the word in what is heard, over the icon in what is seen. */}
        <CountBadge count={count} place="corner" className="top-[-7px]! right-auto! left-3" />
      </span>
      {label}
      {count > 0 && <span className="sr-only">{` ${count} ${word(count)}`}</span>}
    </>
  );
}
