import { infiniteQueryOptions } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { BY_CURSOR } from "~/platform/paging-rules.ts";

/** The visitors of the member's profile, the latest first; for a payer without premium only their number. */
export const visitsQuery = infiniteQueryOptions({
  queryKey: ["visits"],
  queryFn: ({ pageParam, signal }) => api.visits.list({ query: { before: pageParam } }, { signal }),
  ...BY_CURSOR,
  refetchOnReconnect: true,
  meta: { refreshOn: "people", carriesMembers: true },
});
