import { cx } from "~/ui/cx.ts";
import { badgeText } from "~/ui/rules.ts";

type Props = {
  count: number;
  /** What is counted, for those who hear the page, such as "mensagens não lidas". */
  label?: string;
  /** Corner: on the corner of an icon. Its parent is positioned. */
  place?: "inline" | "corner";
  tone?: "primary" | "warn";
  className?: string;
};

const TONES = { primary: "bg-primary text-on-primary", warn: "bg-warn-soft text-warn" };

/** How many wait: nothing for zero, "99+" at most. */
export function CountBadge({ count, label, place = "inline", tone = "primary", className }: Props) {
  const text = badgeText(count);
  if (!text) return null;
  return (
    <span
      className={cx(
        "inline-block min-w-5 rounded-full px-1.5 text-center text-13 leading-5 font-bold tabular-nums",
        place === "corner" &&
          "absolute top-0.5 right-0 min-w-4.5 px-1.25 leading-4.5 shadow-[0_0_0_2px_var(--surface)]",
        TONES[tone],
        className,
      )}
    >
      <span aria-hidden={label !== undefined}>{text}</span>
      {label !== undefined && <span className="sr-only">{` ${count} ${label}`}</span>}
    </span>
  );
}
