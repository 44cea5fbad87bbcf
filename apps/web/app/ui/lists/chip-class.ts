import { cx } from "~/ui/basics/cx.ts";

/** A small control of a filter: 40 px high where there is a mouse, and 44 px where there is none. */
export const chipClass = (isChosen: boolean): string =>
  cx(
    "relative inline-flex h-11 shrink-0 items-center gap-1 rounded-control border px-2.5 text-14 font-medium whitespace-nowrap has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary md:h-10",
    isChosen
      ? "border-primary bg-tint shadow-[inset_0_0_0_1px_var(--primary)]"
      : "border-line bg-surface hover-mouse:border-field-line hover-mouse:bg-tint",
  );
