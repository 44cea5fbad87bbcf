import { cx } from "~/ui/basics/cx.ts";

/** One bar per photo, the brightest for the visible one. Screen readers get the position in words elsewhere. */
export function PhotoSegments({ count, at, className }: { count: number; at: number; className?: string }) {
  if (count < 2) return null;
  return (
    <div aria-hidden className={cx("pointer-events-none flex gap-1", className)}>
      {Array.from({ length: count }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: all bars are alike
          key={index}
          className={cx(
            "h-0.75 flex-1 rounded-full shadow-[0_0_2px_rgb(23_12_7/0.6)] transition-[background-color]",
            index === at ? "bg-white" : "bg-white/40",
          )}
        />
      ))}
    </div>
  );
}
