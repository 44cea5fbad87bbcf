import type { AnswerOf, InputOf } from "@caramelo/contract/call";
import type { Contract } from "@caramelo/contract/contract";
import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { carryingMembers, withChange } from "~/platform/member-cache.ts";

type Page = AnswerOf<Contract["discovery"]["list"]>;
type Pages = InfiniteData<Page, string | undefined>;
/** What a visit asks for: its seed and, one day, filters. */
export type DiscoveryQuestion = Omit<InputOf<Contract["discovery"]["list"]>["query"], "cursor">;

/** Long enough to read a profile and write a message, and to find the list again as it was. */
const KEPT_MS = 30 * 60_000;

/**
 * The profiles of one visit, page by page. Its order holds while it lasts, so nothing is asked for twice.
 */
export const discoveryQuery = (question: DiscoveryQuestion) =>
  infiniteQueryOptions({
    queryKey: ["discovery", "list", question],
    queryFn: ({ pageParam, signal }) =>
      api.discovery.list({ query: { ...question, ...(pageParam && { cursor: pageParam }) } }, { signal }),
    // Said by type: the first page has no cursor.
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    refetchOnReconnect: true,
    meta: carryingMembers<Pages>((data, memberId, change) => {
      const pages = data.pages.map((page) => {
        if (!page.profiles.some(({ id }) => id === memberId)) return page;
        const profiles = page.profiles.map((profile) =>
          profile.id === memberId ? withChange(profile, change) : profile,
        );
        return { ...page, profiles };
      });
      return { ...data, pages };
    }),
  });
