import { queryOptions } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { useAction } from "~/platform/use-action.ts";

/** What staff did to the member, the latest first. */
export const measureListQuery = queryOptions({
  queryKey: ["measures"],
  queryFn: ({ signal }) => api.moderation.measures({}, { signal }),
  meta: { refreshOn: "self" },
});

/** Appeals against one of the member's measures; afterwards the list is asked for again. */
export const useAppeal = () => useAction(api.moderation.appeal, measureListQuery.queryKey);
