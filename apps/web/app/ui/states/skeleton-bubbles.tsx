import { cx } from "~/ui/basics/cx.ts";

const BUBBLES = ["w-2/5", "w-3/5", "w-1/4", "w-1/2", "w-2/5"];

/** Shown at the lower end of a conversation while its messages load. */
export function SkeletonBubbles({ isQuiet }: { isQuiet?: boolean }) {
  return (
    <div
      role={isQuiet ? undefined : "status"}
      className="flex min-h-0 flex-1 flex-col justify-end gap-3 overflow-hidden px-3 py-4 md:px-8"
    >
      {!isQuiet && <span className="sr-only">Carregando…</span>}
      {BUBBLES.map((width, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the bubbles never change
          key={index}
          aria-hidden
          className={cx("block h-10 animate-pulse rounded-[18px] bg-line", width, index % 2 === 1 && "self-end")}
        />
      ))}
    </div>
  );
}
