import { ChevronLeft, ChevronRight } from "lucide-react";
import { cx } from "~/ui/basics/cx.ts";
import { IconButton } from "~/ui/basics/icon-button.tsx";
import { stepFrom } from "./gallery-rules.ts";

type Props = {
  label: string;
  by: -1 | 1;
  at: number;
  count: number;
  onStep: (index: number) => void;
  className: string;
};

/**
 * Steps to the photo before or after, at the edge of a photo (a `group`). On touch screens the button is invisible,
 * because photos are swiped there. At the first and last photo the button stays in the page, because it may hold the
 * focus; it is visible while it does.
 */
export function PhotoStep({ label, by, at, count, onStep, className }: Props) {
  const next = stepFrom(at, by, count);
  const isForward = by > 0;
  const Icon = isForward ? ChevronRight : ChevronLeft;
  return (
    <IconButton
      look="photo"
      label={label}
      aria-disabled={next === at}
      position="absolute"
      onClick={() => onStep(next)}
      className={cx(
        "seen-by-mouse -translate-y-1/2 aria-disabled:pointer-events-none aria-disabled:not-focus-visible:opacity-0! aria-disabled:[&_svg]:opacity-50",
        isForward ? "right-1" : "left-1",
        className,
      )}
    >
      <Icon aria-hidden strokeWidth={1.75} />
    </IconButton>
  );
}
