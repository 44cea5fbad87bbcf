import { queryOptions } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";

/** The member's own profile, with what nobody else sees. Apart from its form, which the search does not need. */
export const ownProfileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: ({ signal }) => api.profiles.mine({}, { signal }),
  refetchOnReconnect: true,
  meta: { refreshOn: "self" },
});
