import type { VisibleId } from "@caramelo/contract/call/call";
import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";

/** An id, or a column that holds one, such as `sql.ref("profile.memberId")`. */
type MemberId = string | RawBuilder<unknown>;

/** SQL that says whether the other member is hidden from the viewer, because one of the two has blocked the other. */
export function isHiddenPair(viewer: MemberId, otherId: MemberId): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from hidden_pair where hidden_pair.viewer_id = ${viewer} and hidden_pair.other_id = ${otherId}
  )`;
}

/**
 * SQL that says whether the other member is active and not hidden from the viewer. A blocked member must not be able to
 * tell a block from a departure, so every query must treat both in the same way.
 */
export function isReachable(viewer: MemberId, otherId: MemberId): RawBuilder<boolean> {
  return sql<boolean>`(${isVisiblePair(viewer, otherId)} and exists (
    select from profile reached where reached.member_id = ${otherId} and reached.is_active
  ))`;
}

/** SQL that says whether a member has ever written to another, who therefore sees the member's exact presence. */
export function hasWrittenTo(sender: MemberId, recipient: MemberId): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from conversation received
    where received.owner_id = ${recipient} and received.other_id = ${sender} and received.received > 0
  )`;
}

/** SQL that says whether the other member is not hidden from the viewer. */
export function isVisiblePair(viewer: MemberId, otherId: MemberId): RawBuilder<boolean> {
  return sql<boolean>`not ${isHiddenPair(viewer, otherId)}`;
}

/**
 * For `$call` of a query: leaves out members who are inactive or hidden from the viewer, and selects the ids of the
 * others as `name`, with the proof that answers need (visible-rules.ts). `profile` is the table or its alias.
 */
export const visibleTo =
  <Name extends string>(viewer: MemberId, profile: string, name: Name) =>
  <Database, Tables extends keyof Database, Row>(query: SelectQueryBuilder<Database, Tables, Row>) => {
    const id = sql.ref<VisibleId>(`${profile}.memberId`);
    return query
      .where(sql<boolean>`${sql.ref(`${profile}.isActive`)}`)
      .where(isVisiblePair(viewer, id))
      .select(id.as(name));
  };
