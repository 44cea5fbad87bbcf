import type { AnswerOf } from "@caramelo/contract/call";
import type { Contract } from "@caramelo/contract/contract";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";

export type Dashboard = AnswerOf<Contract["statistics"]["dashboard"]>;
export type TrendDay = Dashboard["days"][number];
export type Work = Dashboard["work"][number];
export type Health = AnswerOf<Contract["statistics"]["health"]>;

// The server counts once a minute.
const EVERY_MS = 60_000;

export const dashboardQuery = queryOptions({
  queryKey: ["staff", "dashboard"],
  queryFn: ({ signal }) => api.statistics.dashboard({}, { signal }),
  refetchInterval: EVERY_MS,
  // Somebody who comes back from a queue sees what is left of it.
  staleTime: 0,
});

export const healthQuery = queryOptions({
  queryKey: ["staff", "health"],
  queryFn: ({ signal }) => api.statistics.health({}, { signal }),
  refetchInterval: EVERY_MS,
  staleTime: 0,
});

/** Has everything counted now, and shows it. */
export function useRecount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.statistics.recount(),
    onSettled: () => client.invalidateQueries({ queryKey: dashboardQuery.queryKey }),
  });
}

/** Has a failed job tried again. */
export function useRetryJob() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (job: number) => api.statistics.retryJob({ params: { job } }),
    onSettled: () => client.invalidateQueries({ queryKey: healthQuery.queryKey }),
  });
}
