import { formatCount } from "@caramelo/contract/formats/counts";
import type { LucideIcon } from "lucide-react";
import { cx } from "~/ui/basics/cx.ts";
import { CountBadge } from "~/ui/members/badge.tsx";

/** The classes of the top bar and of the row in it. */
export const BAR_CLASS = "sticky top-0 z-20 short:static border-b border-line bg-surface";
export const BAR_ROW_CLASS = "mx-auto flex h-14 max-w-shell items-center pr-2 pl-4 md:h-16 md:gap-1 md:px-8";

/** The classes of the navigation bar at the bottom of phones, and of one entry in it. */
export const TABS_CLASS =
  "fixed inset-x-0 bottom-0 z-20 flex h-(--tabs) border-t border-line bg-surface px-1 pb-[env(safe-area-inset-bottom)] md:hidden";

export const TAB_CLASS =
  "press grid flex-auto content-center justify-items-center gap-0.75 rounded-control text-[min(0.8125rem,3.65vw)] leading-[1.4] tracking-[-0.015em] short:sm:grid-flow-col short:sm:justify-center short:sm:items-center short:sm:gap-4 -outline-offset-2";

/** The classes of an entry of the top bar, which is a link or the button of a dropdown. */
export const entryClass = (isHere: boolean) =>
  cx(
    "press-row relative inline-flex h-11 items-center gap-2 rounded-control px-3 font-medium hover-mouse:text-ink lg:px-3.5",
    isHere ? "text-ink" : "text-muted",
  );

type Props = {
  icon: LucideIcon;
  label: string;
  isHere: boolean;
  /** The count of new items, and its words, which screen readers say after the label. */
  count?: number;
  countLabel?: string;
};

/** The icon, the label if it fits, and the underline of the current entry. */
export function EntryContent({ icon: Icon, label, isHere, count = 0, countLabel }: Props) {
  return (
    <>
      <BadgedIcon icon={Icon} count={count} badgeClass="lg:hidden" />
      <span className="max-lg:sr-only lg:relative">
        {label}
        {/* Next to the icon, two digits would cover the first letter. The badge therefore follows the word. */}
        <span aria-hidden className="max-lg:hidden">
          <CountBadge count={count} position="corner" className="left-full!" />
        </span>
      </span>
      {count > 0 && <span className="sr-only">{` ${formatCount(count)} ${countLabel}`}</span>}
      {isHere && <HereLine className="inset-x-3 lg:inset-x-3.5" />}
    </>
  );
}

/** The underline of the current entry. */
export function HereLine({ className }: { className: string }) {
  return (
    <span aria-hidden className={cx("absolute -bottom-2.5 h-0.5 bg-primary forced-colors:bg-[Highlight]", className)} />
  );
}

/** The count overlays the icon, so nothing moves when it appears. It is hidden from screen readers. */
export function BadgedIcon({ icon: Icon, count, className = "size-5", badgeClass }: IconProps) {
  return (
    <span aria-hidden className="relative">
      <Icon className={className} strokeWidth={1.75} />
      <CountBadge count={count} position="corner" className={badgeClass} />
    </span>
  );
}

type IconProps = { icon: LucideIcon; count: number; className?: string; badgeClass?: string };
