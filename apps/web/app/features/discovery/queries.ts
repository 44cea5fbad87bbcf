import type { InputOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import type { Filter } from "@caramelo/contract/discovery/address";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { BY_CURSOR } from "~/platform/paging-rules.ts";
import { VISIT_MS } from "./visit/visit-rules.ts";

type Query = InputOf<Contract["discovery"]["list"]>["query"];
/** The profiles of a list are determined by its tab and filter. */
export type DiscoveryQuestion = Omit<Query, "cursor" | "seed">;
/** The filter as sent to and stored on the server. */
export type SavedFilter = NonNullable<InputOf<Contract["discovery"]["saveFilter"]>["body"]>;

/** The profiles of one visit of the search, in pages, in the order given by the seed. */
export const discoveryQuery = (question: DiscoveryQuestion & { seed: number }) =>
  infiniteQueryOptions({
    queryKey: ["discovery", "list", question],
    queryFn: ({ pageParam, signal }) =>
      api.discovery.list({ query: { ...question, ...(pageParam && { cursor: pageParam }) } }, { signal }),
    ...BY_CURSOR,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: VISIT_MS,
    refetchOnReconnect: true,
    meta: { refreshOn: "people", isRefreshedLater: true, carriesMembers: true },
  });

/** How many profiles each tab has under a filter, and the name of the filter's city. */
export const countQuery = (filter: Filter) =>
  queryOptions({
    queryKey: ["discovery", "count", filter],
    queryFn: ({ signal }) => api.discovery.count({ query: filter }, { signal }),
    // The former numbers stay until the new ones are loaded.
    placeholderData: keepPreviousData,
    refetchOnReconnect: true,
    meta: { refreshOn: "people" },
  });
