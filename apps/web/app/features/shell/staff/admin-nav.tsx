import { Search } from "lucide-react";
import { Link, useLocation } from "react-router";
import { useMember } from "~/platform/session.ts";
import { mayStaff } from "~/platform/staff.ts";
import { cx } from "~/ui/basics/cx.ts";
import { CountBadge } from "~/ui/members/badge.tsx";
import { ADMIN_SCREENS, isAdminScreenOpen } from "./admin-screens.ts";

/** On phones the row is wider than the screen, so the open entry is scrolled to the middle. The page does not move. */
function showInRow(entry: HTMLElement | null) {
  const row = entry?.parentElement;
  if (row) row.scrollLeft = entry.offsetLeft - (row.clientWidth - entry.offsetWidth) / 2;
}

type Props = {
  /** How much work waits for staff on a screen or its subscreens. */
  waiting: readonly { path: string; count: number }[];
  /** Opens the palette; undefined when not permitted. */
  onSearch: (() => void) | undefined;
};

/** The screens of the office: a column on desktops, a scrolling row on phones. */
export function AdminNav({ waiting, onSearch }: Props) {
  const { pathname } = useLocation();
  const me = useMember();
  const lacksFactor = me.staff !== null && !me.staff.hasFactor && !me.staff.awaitsFactor;
  const isHere = (to: string) => isAdminScreenOpen(pathname, to);
  const waitingOn = (to: string) =>
    waiting.reduce((sum, { path, count }) => sum + (isAdminScreenOpen(path, to) ? count : 0), 0);
  return (
    <nav
      aria-label="Administração"
      data-office
      className="flex gap-1 overflow-x-auto border-b border-line bg-surface px-3 py-2 md:flex-col md:gap-0 md:overflow-visible md:border-r md:border-b-0 md:px-2 md:py-4"
    >
      {onSearch && <SearchButton onPress={onSearch} />}
      <p className="px-2.5 pt-3.5 pb-1.5 text-13 font-semibold text-muted max-md:hidden">Administração</p>
      {ADMIN_SCREENS.filter(({ permission }) => mayStaff(me, permission)).map(
        ({ to, label, icon: Icon, permission }) => (
          <Link
            key={to}
            to={to}
            ref={isHere(to) ? showInRow : undefined}
            aria-current={isHere(to) ? "page" : undefined}
            className={cx(
              // `relative` keeps the visually hidden words inside the scrolling row.
              "relative flex min-h-11 shrink-0 items-center gap-2 rounded-control px-2.5 whitespace-nowrap hover-mouse:text-ink md:gap-2.5 md:leading-tight md:whitespace-normal",
              isHere(to) ? "bg-tint font-semibold text-ink" : "font-medium text-muted",
            )}
          >
            <Icon aria-hidden className="size-5 shrink-0 max-md:hidden" strokeWidth={1.75} />
            <span>{label}</span>
            <CountBadge count={waitingOn(to)} label="na fila" tone="warn" className="md:ml-auto" />
            {permission === "ownAccess" && lacksFactor && <FactorMark />}
          </Link>
        ),
      )}
    </nav>
  );
}

/** The palette's button, for people who do not know its keys. */
function SearchButton({ onPress }: { onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K /"
      className="press-row flex min-h-11 min-w-11 shrink-0 items-center gap-2 rounded-control border border-field-line bg-field px-2.5 text-muted max-md:border-transparent max-md:bg-transparent md:gap-2.5"
    >
      <Search aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />
      <span className="max-md:sr-only">Ir para…</span>
      <kbd aria-hidden className="ml-auto rounded-small border border-line px-1.5 text-13 max-md:hidden">
        {isApple() ? "⌘K" : "Ctrl K"}
      </kbd>
    </button>
  );
}

const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** A mark for staff without a second factor where the site does not require one. */
function FactorMark() {
  return (
    <span
      title="Sua conta da equipe abre só com a senha"
      className="grid size-5 place-items-center rounded-full bg-warn-soft text-13 font-bold text-warn md:ml-auto"
    >
      <span aria-hidden>!</span>
      <span className="sr-only"> só com senha, sem duas etapas</span>
    </span>
  );
}
