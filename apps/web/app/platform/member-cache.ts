import type { Presence } from "@caramelo/contract/presence";
import type { QueryClient } from "@tanstack/react-query";

/** What may change about another member while they are on the screen. */
export type MemberChange = { isFavorite?: boolean; presence?: Presence };

type Apply<T> = (data: T, memberId: string, change: MemberChange) => T;

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: { changeMember?: Apply<unknown> };
  }
}

/** The `meta` of a query that carries members: how a change of one of them enters what it holds. */
export function carryingMembers<T>(apply: Apply<T>): { changeMember: Apply<unknown> } {
  // A query hands its own data to its own meta.
  return { changeMember: (data, memberId, change) => apply(data as T, memberId, change) };
}

/** Changes one member in everything that is remembered, whichever screen asked for it. Nothing becomes fresher by it. */
export function changeMemberInCaches(client: QueryClient, memberId: string, change: MemberChange): void {
  for (const { queryKey, state, meta } of client.getQueryCache().getAll()) {
    if (!meta?.changeMember || state.data === undefined) continue;
    const next = meta.changeMember(state.data, memberId, change);
    if (next !== state.data) client.setQueryData(queryKey, next, { updatedAt: state.dataUpdatedAt });
  }
}

/** The member with the change; the very same object where nothing differs, so that nothing is drawn again. */
export function withChange<T extends Required<MemberChange>>(member: T, change: MemberChange): T {
  const { isFavorite = member.isFavorite, presence = member.presence } = change;
  if (isFavorite === member.isFavorite && presence === member.presence) return member;
  return { ...member, isFavorite, presence };
}
