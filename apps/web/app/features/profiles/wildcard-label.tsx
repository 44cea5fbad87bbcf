import { Info } from "lucide-react";
import { cx } from "~/ui/cx.ts";
import { Popover } from "~/ui/popover.tsx";
import { WILDCARD_LABEL, WILDCARD_TEXT } from "./rules.ts";

/** Says that the city shown is the viewer's own; a press tells why. */
export function WildcardLabel({ onPhoto = false, className }: { onPhoto?: boolean; className?: string }) {
  return (
    <Popover
      title={WILDCARD_LABEL}
      align="start"
      className="w-72!"
      trigger={
        <button
          type="button"
          className={cx(
            "relative -mx-2 -my-3.25 inline-flex items-center gap-1 rounded-control px-2 py-3.25 text-13 font-medium underline decoration-dotted underline-offset-3",
            onPhoto ? "text-on-photo focus-on-photo" : "text-ink",
            className,
          )}
        >
          {WILDCARD_LABEL}
          <Info aria-hidden className="size-3.5" strokeWidth={2} />
        </button>
      }
    >
      <p className="px-5 pb-4 text-16 text-muted">{WILDCARD_TEXT}</p>
    </Popover>
  );
}
