import type { ReactNode } from "react";
import { GRID_CLASS, GRID_COLUMNS_MAX } from "~/ui/basics/grid-class.ts";
import { useNearEnd } from "~/ui/basics/use-near-end.ts";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { SkeletonCard } from "~/ui/states/skeleton.tsx";

/** The paging part of an infinite query. */
type Paging = {
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
};

type Props = {
  paging: Paging;
  /** What a screen reader announces when more cards arrive. */
  status: string;
  failedText: string;
  /** How many skeleton rows appear at the end while there are more pages. */
  rowsAhead?: number;
  /** Shown across the grid, below all cards. */
  lastRow?: ReactNode;
  /** Shown below the grid, once all pages are loaded. */
  end?: ReactNode;
  children: ReactNode;
};

/** A grid of profile cards that loads more when the end comes near. */
export function PagedGrid({ paging, status, failedText, rowsAhead = 1, lastRow, end, children }: Props) {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = paging;
  const mayFetch = hasNextPage && !isFetchNextPageError;
  return (
    <>
      <div className={GRID_CLASS}>
        {children}
        {/* The skeletons appear before the member scrolls there, so that the footer does not jump when more cards
            arrive. */}
        {mayFetch && <SkeletonRow rows={rowsAhead} />}
        {lastRow && <div className="col-span-full">{lastRow}</div>}
      </div>
      <p role="status" className="sr-only">
        {status}
      </p>
      {isFetchNextPageError && (
        <div className="mt-4">
          <LoadFailed look="list" title={failedText} onRetry={fetchNextPage} />
        </div>
      )}
      {!hasNextPage && end}
      <NearEnd isWanted={mayFetch && !isFetching} onNear={fetchNextPage} />
    </>
  );
}

function NearEnd({ isWanted, onNear }: { isWanted: boolean; onNear: () => void }) {
  return <div ref={useNearEnd(isWanted, onNear)} aria-hidden className="h-px" />;
}

function SkeletonRow({ rows }: { rows: number }) {
  return Array.from({ length: rows * GRID_COLUMNS_MAX }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: all skeletons are alike
    <SkeletonCard key={index} />
  ));
}
