import type { WorkKind } from "@caramelo/contract/statistics/work-kinds";
import type { Work } from "./queries.ts";

/** How much of the work was done on this page, while the server does not know it yet. */
export type DoneWork = Partial<Record<WorkKind, number>>;

/** The pending work without what is already done. Where nothing is left, nothing is the oldest either. */
export function leaveOutDone(work: readonly Work[], done: DoneWork): Work[] {
  return work.map((pending) => {
    const count = Math.max(0, pending.count - (done[pending.kind] ?? 0));
    return count > 0 ? { ...pending, count } : { ...pending, count, oldestAt: null, oldestId: null };
  });
}
