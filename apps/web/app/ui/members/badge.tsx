import { formatCount } from "@caramelo/contract/formats/counts";
import { cx } from "~/ui/basics/cx.ts";
import { badgeText } from "~/ui/members/badge-rules.ts";

type Props = {
  count: number;
  /** The counted things, for screen readers, such as "mensagens não lidas". */
  label?: string;
  /** `corner`: on the upper right corner of a 20 px icon, whose size the parent must have. */
  position?: "inline" | "corner";
  tone?: "primary" | "warn";
  className?: string;
};

const TONES = { primary: "bg-primary text-on-primary", warn: "bg-warn-soft text-warn" };

export function CountBadge({ count, label, position = "inline", tone = "primary", className }: Props) {
  const text = badgeText(count);
  if (!text) return null;
  return (
    <span
      className={cx(
        "rounded-full text-center font-bold tabular-nums",
        position === "inline"
          ? "inline-block min-w-5 px-1.5 text-13 leading-5"
          : // The badge grows away from the icon, which stays visible.
            "absolute -top-1.5 left-1/2 ml-0.5 min-w-4 px-1 text-[0.6875rem] leading-4 shadow-[0_0_0_2px_var(--surface)]",
        TONES[tone],
        className,
      )}
    >
      <span aria-hidden={label !== undefined}>{text}</span>
      {label !== undefined && <span className="sr-only">{` ${formatCount(count)} ${label}`}</span>}
    </span>
  );
}
