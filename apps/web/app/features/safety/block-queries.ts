import { infiniteQueryOptions, type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { BY_CURSOR } from "~/platform/paging-rules.ts";

const BLOCKS = ["blocks"] as const;

/** The members whom this one has blocked, the latest first. */
export const blockList = () =>
  infiniteQueryOptions({
    queryKey: BLOCKS,
    queryFn: ({ pageParam, signal }) => api.safety.blocks({ query: { before: pageParam } }, { signal }),
    ...BY_CURSOR,
    meta: { refreshOn: "people" },
  });

// Conversations are left out, because their stream brings the changes of blocks.
const reloadPeople = (client: QueryClient) =>
  void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "messaging" });

/** Blocks a member. What was loaded before may still show the blocked member, so it is loaded again. */
export function useBlock(memberId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.safety.block({ params: { id: memberId } }),
    onSuccess: () => reloadPeople(client),
  });
}

export function useUnblock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (memberId: string) => api.safety.unblock({ params: { id: memberId } }),
    onSuccess: () => reloadPeople(client),
  });
}
