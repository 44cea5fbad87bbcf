import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { BY_CURSOR } from "~/platform/paging-rules.ts";
import { useAction } from "~/platform/use-action.ts";

const BLOCKS = ["blocks"] as const;

/** The members blocked by this one, the latest first. */
export const blockList = () =>
  infiniteQueryOptions({
    queryKey: BLOCKS,
    queryFn: ({ pageParam, signal }) => api.safety.blocks({ query: { before: pageParam } }, { signal }),
    ...BY_CURSOR,
    meta: { refreshOn: "people" },
  });

// Conversations are excluded, because their stream carries the changes of blocks.
const reloadPeople = (_: unknown, client: QueryClient) =>
  void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "messaging" });

/** Blocks a member. Loaded data may still show the blocked member, so it is reloaded. */
export const useBlock = (memberId: string) =>
  useAction(() => api.safety.block({ params: { id: memberId } }), reloadPeople);

export const useUnblock = () =>
  useAction((memberId: string) => api.safety.unblock({ params: { id: memberId } }), reloadPeople);
