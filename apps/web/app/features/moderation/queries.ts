import { queryOptions } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { useAction } from "~/platform/use-action.ts";

/** The measures against the member, the latest first. */
export const measureListQuery = queryOptions({
  queryKey: ["measures"],
  queryFn: ({ signal }) => api.moderation.measures({}, { signal }),
  meta: { refreshOn: "self" },
});

/** Appeals against one of the member's measures, and then loads the list again. */
export const useAppeal = () => useAction(api.moderation.appeal, measureListQuery.queryKey);
