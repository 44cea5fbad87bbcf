import type { ReactNode } from "react";
import { cx } from "~/ui/basics/cx.ts";

type Props = {
  /** The name of the bar, for screen readers. */
  label: string;
  className?: string;
  children: ReactNode;
};

/**
 * A bar over the foot of the office's window, next to its navigation. It moves nothing in the page; the styles keep the
 * focused element above it.
 */
export function FootBar({ label, className, children }: Props) {
  return (
    <section
      aria-label={label}
      data-foot-bar
      className={cx(
        "fixed inset-x-3 bottom-[calc(var(--tabs)+0.75rem)] z-10 flex flex-wrap items-center gap-2 rounded-card border border-line bg-raised px-3.5 py-2 shadow-soft short:py-0.5 offline:bottom-[calc(var(--tabs)+4.25rem)] md:right-8 md:bottom-4 md:left-64 md:offline:bottom-13",
        className,
      )}
    >
      {children}
    </section>
  );
}
