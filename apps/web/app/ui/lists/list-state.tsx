import type { ReactNode } from "react";
import { QueryState } from "~/ui/states/query-state.tsx";

export type ListStateProps = Parameters<typeof QueryState>[0] & {
  /** The rows that are loaded. */
  rows: readonly unknown[];
  /** Shown instead of a list without rows. */
  empty: ReactNode;
};

/** A list once it has rows. Before that, a loading state, an error or the empty state. */
export function ListState({ rows, empty, children, ...state }: ListStateProps & { children: ReactNode }) {
  return (
    <>
      <QueryState {...state} />
      {/* The element is in the page from the start, so that screen readers announce what appears in it. */}
      <div role="status" className="empty:absolute">
        {state.query.data !== undefined && rows.length === 0 && empty}
      </div>
      {rows.length > 0 && children}
    </>
  );
}
