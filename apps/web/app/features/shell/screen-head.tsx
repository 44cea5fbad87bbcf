import { Link, useLocation } from "react-router";
import type { SessionUser } from "~/platform/session.ts";
import { cx } from "~/ui/cx.ts";
import { isOpen, listSections, type ScreenHandle } from "./rules.ts";

/**
 * The heading of the screen. On desktops it stands in the second navigation bar, beside the links of this member; on
 * phones that bar is at the bottom, and the heading stands alone.
 */
export function ScreenHead({ title, isTitleQuiet, user }: ScreenHandle & { user: SessionUser }) {
  const sections = listSections(user);
  const { pathname } = useLocation();
  return (
    <div className={cx("border-line md:border-b", !title && "max-md:hidden")}>
      <div className="mx-auto flex max-w-[1280px] items-center gap-6 px-4 md:min-h-12 md:px-8">
        {title && <h1 className={cx("pt-4 md:pt-0 md:text-18", isTitleQuiet && "max-md:sr-only")}>{title}</h1>}
        <nav aria-label="Seções" className="ml-auto flex gap-5 max-md:hidden">
          {sections.map(({ to, label }) => (
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
      </div>
    </div>
  );
}
