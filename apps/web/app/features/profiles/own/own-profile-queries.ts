import { queryOptions } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";

/**
 * The member's own profile, with its private fields. A separate file, because the search does not need the queries of
 * the form.
 */
export const ownProfileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: ({ signal }) => api.profiles.mine({}, { signal }),
  refetchOnReconnect: true,
  meta: { refreshOn: "self" },
});
