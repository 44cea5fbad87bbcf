import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";

/** The latest run of the online-status job; null before the first. */
export const lastRunQuery = queryOptions({
  queryKey: ["staff", "availability"],
  queryFn: async ({ signal }) => (await api.presence.lastAvailability({}, { signal })).run,
  // The schedule runs it, too.
  refetchInterval: 60_000,
  staleTime: 0,
});

export function useStartAvailability() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await api.presence.startAvailability()).details.stats,
    onSettled: () => client.invalidateQueries({ queryKey: lastRunQuery.queryKey }),
  });
}
