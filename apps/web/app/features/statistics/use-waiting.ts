import { type WorkKind, workKinds } from "@caramelo/contract/statistics/work-kinds";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { dashboardQuery, type Work } from "./queries.ts";

/** Work done on this page that the server does not know yet. */
type DoneWork = Partial<Record<WorkKind, number>>;

/** The pending work minus the done work. When nothing is left, there is no oldest entry. */
export function leaveOutDone(work: readonly Work[], doneWork: DoneWork): Work[] {
  return work.map((pending) => {
    const count = Math.max(0, pending.count - (doneWork[pending.kind] ?? 0));
    return count > 0 ? { ...pending, count } : { ...pending, count, oldestAt: null, oldestId: null };
  });
}

const EVERY_MS = 60_000;

type Options = { isAllowed: boolean; done?: DoneWork };

/** How much work waits for staff, by screen. Reloaded after each action of staff, which may have done some of it. */
export function useWaiting({ isAllowed, done: doneWork = {} }: Options): { path: string; count: number }[] {
  const client = useQueryClient();
  const { data } = useQuery({ ...dashboardQuery, refetchInterval: EVERY_MS, enabled: isAllowed });
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type !== "updated" || event.action.type !== "success") return;
        void client.invalidateQueries({ queryKey: dashboardQuery.queryKey });
      }),
    [client],
  );
  return leaveOutDone(data?.work ?? [], doneWork).map(({ kind, count }) => ({
    path: workKinds[kind].path(null),
    count,
  }));
}
