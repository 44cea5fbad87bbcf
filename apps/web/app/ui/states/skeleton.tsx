import { cx } from "~/ui/basics/cx.ts";
import { GRID_CLASS } from "~/ui/basics/grid-class.ts";

const SHAPES = { bar: "rounded-control", card: "rounded-card", round: "rounded-full" };

/** The shape of loading content. It must have the content's size, so that nothing jumps. */
export function Skeleton({ shape = "bar", className }: { shape?: keyof typeof SHAPES; className?: string }) {
  return <span aria-hidden className={cx("block animate-pulse bg-line", SHAPES[shape], className)} />;
}

export function SkeletonCard() {
  return <Skeleton shape="card" className="aspect-3/4" />;
}

export function SkeletonCards({ count }: { count: number }) {
  return (
    <div role="status" className={GRID_CLASS}>
      <span className="sr-only">Carregando…</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all skeletons are alike
        <SkeletonCard key={index} />
      ))}
    </div>
  );
}

type RowsProps = {
  count?: number;
  /** Another element already says that the content is loading. */
  isQuiet?: boolean;
};

/** Rows with a round picture and two lines of text: conversations, notifications. */
export function SkeletonRows({ count = 5, isQuiet }: RowsProps) {
  return (
    <div role={isQuiet ? undefined : "status"} className="grid">
      {!isQuiet && <span className="sr-only">Carregando…</span>}
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all skeletons are alike
        <div key={index} className="flex h-19 items-center gap-3 px-4">
          <Skeleton shape="round" className="size-13 shrink-0" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3.5 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
