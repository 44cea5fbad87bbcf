import type { ReactNode } from "react";
import { QueryState } from "~/ui/states/query-state.tsx";

export type ListStateProps = Parameters<typeof QueryState>[0] & {
  /** As many as have loaded. */
  rows: readonly unknown[];
  /** Stands in the place of a list without rows. */
  empty: ReactNode;
};

/** A list once it has rows; before that it waits, says why it did not load, or that it is empty. */
export function ListState({ rows, empty, children, ...state }: ListStateProps & { children: ReactNode }) {
  return (
    <>
      <QueryState {...state} />
      {/* It stands there from the start, so that screen readers say what comes into it. */}
      <div role="status" className="empty:absolute">
        {state.query.data !== undefined && rows.length === 0 && empty}
      </div>
      {rows.length > 0 && children}
    </>
  );
}
