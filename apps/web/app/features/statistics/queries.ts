import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { useAction } from "~/platform/use-action.ts";

export type Dashboard = AnswerOf<Contract["statistics"]["dashboard"]>;
export type TrendDay = Dashboard["days"][number];
export type Work = Dashboard["work"][number];
export type Health = AnswerOf<Contract["statistics"]["health"]>;

/** Pending work is counted at each request of the dashboard, the other numbers once a minute. */
const DASHBOARD_EVERY_MS = 15_000;
const HEALTH_EVERY_MS = 60_000;

export const dashboardQuery = queryOptions({
  queryKey: ["staff", "dashboard"],
  queryFn: ({ signal }) => api.statistics.dashboard({}, { signal }),
  refetchInterval: DASHBOARD_EVERY_MS,
  // Always stale, so that staff who return from a queue see what is left.
  staleTime: 0,
});

export const healthQuery = queryOptions({
  queryKey: ["staff", "health"],
  queryFn: ({ signal }) => api.statistics.health({}, { signal }),
  refetchInterval: HEALTH_EVERY_MS,
  staleTime: 0,
});

export const useRecount = () => useAction(() => api.statistics.recount(), dashboardQuery.queryKey);

export const useRetryJob = () =>
  useAction((job: number) => api.statistics.retryJob({ params: { job } }), healthQuery.queryKey);
