import type { ReactNode } from "react";
import { isApiError, messageOf } from "~/platform/api.ts";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { SkeletonRows } from "~/ui/states/skeleton.tsx";

type Props = {
  query: { data: unknown; error: unknown; isPending: boolean; refetch: () => unknown };
  /** What failed to load, in words; a function returns one line with the reason. */
  failed: string | ((message: string) => string);
  /** Shown when the query's object does not exist. */
  missing?: ReactNode;
};

/** Shown while a query has no answer: a loading state, or why it failed to load. */
export function QueryState({ query: { data, error, isPending, refetch }, failed, missing }: Props) {
  if (data !== undefined) return null;
  if (isPending) return <SkeletonRows />;
  if (missing && isApiError(error, "NOT_FOUND", "VALIDATION_ERROR")) return missing;
  const onRetry = () => refetch();
  if (typeof failed !== "string") return <LoadFailed look="list" title={failed(messageOf(error))} onRetry={onRetry} />;
  return <LoadFailed title={failed} text={messageOf(error)} onRetry={onRetry} />;
}

export type ListStateProps = Parameters<typeof QueryState>[0] & {
  /** The loaded rows. */
  rows: readonly unknown[];
  /** Shown instead of a list without rows. */
  empty: ReactNode;
};

/** A list once it has rows. Before that, a loading state, an error or the empty state. */
export function ListState({ rows, empty, children, ...state }: ListStateProps & { children: ReactNode }) {
  return (
    <>
      <QueryState {...state} />
      {/* The element is in the page from the start, so that screen readers announce changes in it. */}
      <div role="status" className="empty:absolute">
        {state.query.data !== undefined && rows.length === 0 && empty}
      </div>
      {rows.length > 0 && children}
    </>
  );
}
