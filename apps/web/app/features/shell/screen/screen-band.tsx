import type { ReactNode } from "react";
import { cx } from "~/ui/basics/cx.ts";

type Props = { isWide?: boolean; className?: string; children: ReactNode };

/** The band below the top bar. Its content is one row, aligned with the screen's content. */
export function ScreenBand({ isWide = false, className, children }: Props) {
  return (
    <div className={cx("border-line md:border-b", className)}>
      <div
        className={cx(
          "mx-auto flex items-center gap-6 px-4 md:min-h-12 md:px-8",
          isWide ? "max-w-shell" : "max-w-page",
        )}
      >
        {children}
      </div>
    </div>
  );
}
