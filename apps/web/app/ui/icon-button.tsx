import type { ComponentProps } from "react";
import { cx } from "~/ui/cx.ts";

type Props = Omit<ComponentProps<"button">, "aria-label" | "title"> & {
  /** What it does, for those who cannot see the icon. */
  label: string;
  look?: "plain" | "outline" | "photo";
};

const LOOKS = {
  plain: "text-ink hover-mouse:bg-tint",
  outline: "border border-line bg-surface text-ink hover-mouse:bg-tint",
  photo: "text-white focus-on-photo",
};

/** A 44 px square with an icon. On photographs the icon sits on a dark disc. */
export function IconButton({ label, look = "plain", type = "button", className, children, ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type}
      title={label}
      className={cx(
        "relative inline-grid size-11 shrink-0 place-items-center rounded-control transition-[background-color,opacity] disabled:opacity-50 [&_svg]:size-5",
        LOOKS[look],
        className,
      )}
    >
      {/* Text, not aria-label: a count inside the button is then part of its name. */}
      <span className="sr-only">{label}</span>
      {look === "photo" ? (
        <span className="grid size-9 place-items-center rounded-full bg-night/60 backdrop-blur-sm">{children}</span>
      ) : (
        children
      )}
    </button>
  );
}
