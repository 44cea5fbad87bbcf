import type { InputOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { infiniteQueryOptions, type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";

export type Report = InputOf<Contract["moderation"]["report"]>["body"];

const BLOCKS = ["blocks"] as const;
// TypeScript would otherwise infer null as the only cursor.
const FIRST = null as string | null;

/** The members that somebody has blocked, the latest first. */
export const blockList = () =>
  infiniteQueryOptions({
    queryKey: BLOCKS,
    queryFn: ({ pageParam, signal }) =>
      api.safety.blocks({ query: pageParam === null ? {} : { before: pageParam } }, { signal }),
    initialPageParam: FIRST,
    getNextPageParam: ({ next }) => next,
    meta: { refreshOn: "people" },
  });

export const useReport = () => useMutation({ mutationFn: (body: Report) => api.moderation.report({ body }) });

// Conversations follow their own stream, which carries blocks too.
const reloadPeople = (client: QueryClient) =>
  void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "messaging" });

/** Blocks a member. What was loaded before may still show them, so everything is loaded again. */
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
