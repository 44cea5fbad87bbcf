import { X } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "~/ui/basics/cx.ts";

type Props = {
  text: string;
  tone?: keyof typeof TONES;
  size?: keyof typeof SIZES;
  icon?: ReactNode;
  /** Adds a cross that removes the chip. `removeLabel` names what is removed. */
  onRemove?: () => void;
  removeLabel?: string;
  className?: string;
};

const TONES = {
  plain: "border-line bg-surface text-ink",
  muted: "border-line bg-surface text-muted",
  gold: "border-transparent bg-gold-soft text-on-gold",
  info: "border-transparent bg-info-soft text-info",
  ok: "border-transparent bg-ok-soft text-ok",
  warn: "border-transparent bg-warn-soft text-warn",
  danger: "border-transparent bg-danger-soft text-danger",
};

const SIZES = { medium: "h-8 px-3 text-14", small: "h-7 px-2.5 text-14", tiny: "h-6 px-2 text-13" };

/** A short fact in a pill: verified, premium, an active filter. */
export function Chip({ text, tone = "plain", size = "medium", icon, onRemove, removeLabel, className }: Props) {
  return (
    <span
      className={cx(
        "inline-flex max-w-full items-center gap-1.5 rounded-full border font-medium whitespace-nowrap [&>svg]:size-4 [&>svg]:shrink-0",
        SIZES[size],
        onRemove && "pr-1",
        TONES[tone],
        className,
      )}
    >
      {icon}
      <span className="truncate">{text}</span>
      {onRemove && (
        <button
          type="button"
          aria-label={removeLabel}
          onClick={onRemove}
          className="press relative grid size-7 shrink-0 place-items-center rounded-full after:absolute after:-inset-2 hover-mouse:bg-tint"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </span>
  );
}
