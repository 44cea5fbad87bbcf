import { Info } from "lucide-react";
import type { ReactElement } from "react";
import { cx } from "~/ui/basics/cx.ts";
import { Popover } from "~/ui/overlays/popover.tsx";
import { WILDCARD_LABEL, WILDCARD_TEXT } from "./rules.ts";

/** Says that the shown city is the viewer's own. A press explains why. */
export function WildcardLabel({ className }: { className?: string }) {
  return (
    <Explained
      trigger={
        <button
          type="button"
          className={cx(
            "relative -mx-2 -my-3.25 inline-flex items-center gap-1 rounded-control px-2 py-3.25 text-13 font-medium text-ink underline decoration-dotted underline-offset-3",
            className,
          )}
        >
          {WILDCARD_LABEL}
          <Info aria-hidden className="size-3.5" strokeWidth={2} />
        </button>
      }
    />
  );
}

/** `WildcardLabel` for cards: an icon after the city, with the label as its accessible name. */
export function WildcardInfo() {
  return (
    <Explained
      trigger={
        <button
          type="button"
          title={WILDCARD_LABEL}
          className="disc-on-photo relative grid size-4.5 shrink-0 place-items-center text-on-photo after:absolute after:-inset-3.25"
        >
          <span className="sr-only">{WILDCARD_LABEL}</span>
          <Info aria-hidden className="press-disc size-3.75 rounded-full" strokeWidth={2} />
        </button>
      }
    />
  );
}

function Explained({ trigger }: { trigger: ReactElement }) {
  return (
    <Popover title={WILDCARD_LABEL} align="start" className="w-72!" trigger={trigger}>
      <p className="px-5 pb-4 text-16 text-muted">{WILDCARD_TEXT}</p>
    </Popover>
  );
}
