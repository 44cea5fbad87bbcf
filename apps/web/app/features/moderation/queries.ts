import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";

/** What staff did to the member, the latest first. */
export const measureListQuery = queryOptions({
  queryKey: ["measures"],
  queryFn: ({ signal }) => api.moderation.measures({}, { signal }),
  meta: { refreshOn: "self" },
});

/** Appeals against one of the member's measures; afterwards the list is asked for again. */
export function useAppeal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, text }: { id: string; text: string }) =>
      api.moderation.appeal({ params: { id }, body: { text } }),
    onSettled: () => client.invalidateQueries({ queryKey: measureListQuery.queryKey }),
  });
}
