import { cx } from "~/ui/cx.ts";

/** The shape of what is coming. Give it the size of the real thing, so that nothing jumps. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx("block animate-pulse rounded-control bg-line", className)} />;
}

/** A grid of profile cards on their way: two columns on phones (one on the narrowest), three, then five. */
export function SkeletonCards({ count = 8 }: { count?: number }) {
  return (
    <div role="status" className="grid gap-3 min-[340px]:grid-cols-2 md:grid-cols-3 md:gap-4 xl:grid-cols-5">
      <span className="sr-only">Carregando…</span>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing tells these apart but their place
        <Skeleton key={place} className="aspect-3/4 rounded-card!" />
      ))}
    </div>
  );
}

/** Rows with a round picture and two lines: conversations, notifications. */
export function SkeletonRows({ count = 5 }: { count?: number }) {
  return (
    <div role="status" className="grid">
      <span className="sr-only">Carregando…</span>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing tells these apart but their place
        <div key={place} className="flex h-19 items-center gap-3 px-4">
          <Skeleton className="size-13 shrink-0 rounded-full!" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3.5 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
