import type { ComponentProps, ReactNode } from "react";
import { cx } from "~/ui/basics/cx.ts";

type Props = Omit<ComponentProps<"input">, "type" | "className"> & {
  children: ReactNode;
  /** The switch is at the right end of a full row that starts with its label. */
  isRow?: boolean;
  className?: string;
};

const TRACK =
  "relative h-5 w-9 shrink-0 appearance-none rounded-full bg-field-line transition-[background-color] checked:bg-ok disabled:opacity-50 before:absolute before:top-0.5 before:left-0.5 before:size-4 before:rounded-full before:bg-white before:transition-[translate] checked:before:translate-x-4 dark:before:bg-night forced-colors:border forced-colors:checked:bg-[Highlight] forced-colors:before:-mt-px forced-colors:before:bg-[CanvasText]";

const ROW = "w-full flex-row-reverse justify-between gap-4 font-medium [&>span]:flex-1";

/** A setting that takes effect immediately. Use a checkbox for a value that waits for a submit. */
export function Switch({ children, isRow, className, ...input }: Props) {
  return (
    <label
      className={cx("inline-flex min-h-11 min-w-11 items-center", isRow ? ROW : "justify-center gap-2.5", className)}
    >
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox reports its own state */}
      <input {...input} type="checkbox" role="switch" className={TRACK} />
      <span>{children}</span>
    </label>
  );
}
