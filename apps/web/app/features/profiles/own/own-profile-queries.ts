import { queryOptions } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";

/**
 * The member's own profile, with the fields that nobody else sees. The query has a file of its own, because the search
 * does not need the queries of the form.
 */
export const ownProfileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: ({ signal }) => api.profiles.mine({}, { signal }),
  refetchOnReconnect: true,
  meta: { refreshOn: "self" },
});
