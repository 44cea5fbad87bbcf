import type { LucideIcon } from "lucide-react";
import { cx } from "~/ui/cx.ts";

/** The look of an entry of the top bar, be it a link or the button of a dropdown. */
export const entryClass = (isHere: boolean) =>
  cx(
    "relative inline-flex h-11 items-center gap-2 rounded-control px-3 font-medium hover-mouse:text-ink lg:px-3.5",
    isHere ? "text-ink" : "text-muted",
  );

type Props = { icon: LucideIcon; label: string; isHere: boolean };

/** Its icon, its word where there is room, and the line below the one whose screen is open. */
export function EntryFace({ icon: Icon, label, isHere }: Props) {
  return (
    <>
      <Icon aria-hidden className="size-5" strokeWidth={1.75} />
      <span className="max-lg:sr-only">{label}</span>
      {isHere && (
        <span
          aria-hidden
          className="absolute inset-x-3 -bottom-2.5 h-0.5 bg-primary lg:inset-x-3.5 forced-colors:bg-[Highlight]"
        />
      )}
    </>
  );
}
