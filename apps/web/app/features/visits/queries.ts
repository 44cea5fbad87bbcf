import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { carryingMembers, withChange } from "~/platform/member-cache.ts";
import { BY_CURSOR } from "~/platform/paging-rules.ts";

type Page = AnswerOf<Contract["visits"]["list"]>;

/** The visitors of the member's profile, the latest first; for a payer without premium only their number. */
export const visitsQuery = infiniteQueryOptions({
  queryKey: ["visits"],
  queryFn: ({ pageParam, signal }) => api.visits.list({ query: { before: pageParam } }, { signal }),
  ...BY_CURSOR,
  refetchOnReconnect: true,
  meta: {
    refreshOn: "people",
    ...carryingMembers<InfiniteData<Page, string | undefined>>((data, memberId, change) => ({
      ...data,
      pages: data.pages.map((page) => {
        if (!page.visitors?.some(({ profile }) => profile.id === memberId)) return page;
        const visitors = page.visitors.map((visitor) =>
          visitor.profile.id === memberId ? { ...visitor, profile: withChange(visitor.profile, change) } : visitor,
        );
        return { ...page, visitors };
      }),
    })),
  },
});
