import { cx } from "~/ui/cx.ts";

const BUBBLES = ["w-2/5", "w-3/5", "w-1/4", "w-1/2", "w-2/5"];

/** Messages on their way: the shapes of a conversation, at its lower end. */
export function SkeletonBubbles() {
  return (
    <div role="status" className="flex min-h-0 flex-1 flex-col justify-end gap-3 overflow-hidden px-3 py-4 md:px-8">
      <span className="sr-only">Carregando…</span>
      {BUBBLES.map((width, place) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing tells these apart but their place
          key={place}
          aria-hidden
          className={cx("block h-10 animate-pulse rounded-[18px] bg-line", width, place % 2 === 1 && "self-end")}
        />
      ))}
    </div>
  );
}
