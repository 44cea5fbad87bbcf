import { queryOptions } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";

/**
 * The member's own profile, with the fields that nobody else sees. It stands apart from the form's queries, which the
 * search does not need.
 */
export const ownProfileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: ({ signal }) => api.profiles.mine({}, { signal }),
  refetchOnReconnect: true,
  meta: { refreshOn: "self" },
});
