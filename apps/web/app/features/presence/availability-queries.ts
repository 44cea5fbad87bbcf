import { queryOptions } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { useAction } from "~/platform/use-action.ts";

/** The latest run of the online-status job; null before the first. */
export const lastRunQuery = queryOptions({
  queryKey: ["staff", "availability"],
  queryFn: async ({ signal }) => (await api.presence.lastAvailability({}, { signal })).run,
  // The job also runs by its schedule, so the last run changes without a press of the button.
  refetchInterval: 60_000,
  staleTime: 0,
});

export const useStartAvailability = () =>
  useAction(async () => (await api.presence.startAvailability()).details.stats, lastRunQuery.queryKey);
