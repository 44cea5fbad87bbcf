import type { InputOf } from "@caramelo/contract/call";
import type { Contract } from "@caramelo/contract/contract";
import { infiniteQueryOptions, type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";

export type Report = InputOf<Contract["safety"]["report"]>["body"];

const BLOCKS = ["blocks"] as const;
// A null of this type: TypeScript would otherwise take it for the only value there is.
const FIRST = null as string | null;

/** Whom the member blocked, the latest first. */
export const blockList = () =>
  infiniteQueryOptions({
    queryKey: BLOCKS,
    queryFn: ({ pageParam, signal }) =>
      api.safety.blocks({ query: pageParam === null ? {} : { before: pageParam } }, { signal }),
    initialPageParam: FIRST,
    getNextPageParam: ({ next }) => next,
  });

export const useReport = () => useMutation({ mutationFn: (body: Report) => api.safety.report({ body }) });

// Conversations follow their own stream, which tells of blocks by itself.
const forgetPeople = (client: QueryClient) =>
  void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "messaging" });

/** The two disappear for each other: what was loaded before may still show the other one, so all of it is asked again. */
export function useBlock(memberId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.safety.block({ params: { id: memberId } }),
    onSuccess: () => forgetPeople(client),
  });
}

export function useUnblock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (memberId: string) => api.safety.unblock({ params: { id: memberId } }),
    onSuccess: () => forgetPeople(client),
  });
}
