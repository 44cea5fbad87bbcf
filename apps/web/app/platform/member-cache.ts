import type { Changed } from "@caramelo/contract/call/changes";
import type { Presence } from "@caramelo/contract/presence/calls";
import type { ProfileCard } from "@caramelo/contract/profiles/calls";
import type { InfiniteData, QueryClient } from "@tanstack/react-query";

/** What may change about another member while they are on the screen. */
export type MemberChange = { isFavorite?: boolean; presence?: Presence };

type ApplyFunction<T> = (data: T, memberId: string, change: MemberChange) => T;

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      changeMember?: ApplyFunction<unknown>;
      /** The query is loaded again when a call changes one of these; the contract declares what each call changes. */
      refreshOn?: Changed | readonly Changed[];
      /**
       * The query is loaded again at the next visit and not at once, because the member may be in the middle of a long
       * list.
       */
      isRefreshedLater?: true;
    };
  }
}

/** The `meta` of a query whose data contains members. `apply` puts a change of one member into the data. */
export function carryingMembers<T>(apply: ApplyFunction<T>): { changeMember: ApplyFunction<unknown> } {
  // The cast is safe, because a query passes only its own data to its own meta.
  return { changeMember: (data, memberId, change) => apply(data as T, memberId, change) };
}

/** Changes one member in all cached data, whichever screen loaded it. The data does not count as loaded again. */
export function changeMemberInCaches(client: QueryClient, memberId: string, change: MemberChange): void {
  for (const { queryKey, state, meta } of client.getQueryCache().getAll()) {
    if (!meta?.changeMember || state.data === undefined) continue;
    const next = meta.changeMember(state.data, memberId, change);
    if (next !== state.data) client.setQueryData(queryKey, next, { updatedAt: state.dataUpdatedAt });
  }
}

/** The member with the change. When nothing differs, it is the same object, so that nothing is drawn again. */
export function withChange<T extends Required<MemberChange>>(member: T, change: MemberChange): T {
  const { isFavorite = member.isFavorite, presence = member.presence } = change;
  if (isFavorite === member.isFavorite && presence === member.presence) return member;
  return { ...member, isFavorite, presence };
}

/** The `meta` of a list of cards that is loaded page by page. */
export const carryingCards = carryingMembers<InfiniteData<{ profiles: ProfileCard[] | null }>>(
  (data, memberId, change) => ({
    ...data,
    pages: data.pages.map((page) => {
      if (!page.profiles?.some(({ id }) => id === memberId)) return page;
      const profiles = page.profiles.map((card) => (card.id === memberId ? withChange(card, change) : card));
      return { ...page, profiles };
    }),
  }),
);
