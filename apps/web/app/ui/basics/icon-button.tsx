import type { ComponentProps } from "react";
import { cx } from "~/ui/basics/cx.ts";

type Props = Omit<ComponentProps<"button">, "aria-label" | "title"> & {
  /** What the button does, for screen readers and as a tooltip. */
  label: string;
  look?: "plain" | "outline" | "photo";
  position?: "relative" | "absolute";
};

const LOOKS = {
  plain: "press text-ink hover-mouse:bg-tint",
  outline: "press border border-line bg-surface text-ink hover-mouse:bg-tint",
  photo: "disc-on-photo text-white",
};

/** A 44 px square with an icon. On photographs the icon has a dark disc. */
export function IconButton({
  label,
  look = "plain",
  position = "relative",
  type = "button",
  className,
  children,
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      title={label}
      className={cx(
        "inline-grid size-11 shrink-0 place-items-center rounded-control disabled:opacity-50 [&_svg]:size-5",
        LOOKS[look],
        position,
        className,
      )}
    >
      {/* The label is text, not an aria-label, so that a count inside the button is part of its name. */}
      <span className="sr-only">{label}</span>
      {look === "photo" ? (
        <span className="press-disc grid size-9 place-items-center rounded-full bg-night/62">{children}</span>
      ) : (
        children
      )}
    </button>
  );
}
