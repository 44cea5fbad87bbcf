import { Link, useLocation } from "react-router";
import type { SessionUser } from "~/platform/session.ts";
import { cx } from "~/ui/basics/cx.ts";
import { isOpen, listSections, type ScreenHandle } from "../rules.ts";
import { ScreenBand } from "./screen-band.tsx";

type Props = ScreenHandle & { user: SessionUser };

/**
 * The heading of the screen. On desktops it is in the band below the top bar, next to this member's links; on phones
 * those are in the menu.
 */
export function ScreenHead({ title, isTitleQuiet, hasOwnBand, isWide, user }: Props) {
  if (hasOwnBand) return title && <h1 className="sr-only">{title}</h1>;
  return (
    <ScreenBand isWide={isWide} className={cx(!title && "max-md:hidden")}>
      {title && <h1 className={cx("pt-4 md:pt-0 md:text-18", isTitleQuiet && "max-md:sr-only")}>{title}</h1>}
      <SectionLinks user={user} />
    </ScreenBand>
  );
}

function SectionLinks({ user }: { user: SessionUser }) {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Seções" className="ml-auto flex gap-5 max-md:hidden">
      {listSections(user).map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          aria-current={isOpen(pathname, to) ? "page" : undefined}
          className="inline-flex min-h-11 min-w-11 items-center justify-center rounded-small text-14 font-medium text-muted hover-mouse:text-ink aria-[current]:text-ink"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
