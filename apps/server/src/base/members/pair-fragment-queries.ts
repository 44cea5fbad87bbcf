import { type RawBuilder, sql } from "kysely";

/** An id, or a column that holds one, such as `sql.ref("profile.memberId")`. */
type MemberId = string | RawBuilder<unknown>;

/** Whether the other one is hidden from the viewer, because one of the two has blocked the other. */
export function isHiddenPair(viewer: MemberId, otherId: MemberId): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from hidden_pair where hidden_pair.viewer_id = ${viewer} and hidden_pair.other_id = ${otherId}
  )`;
}

/**
 * Whether the other one is active and not hidden from the viewer. A blocked member must not be able to tell the block
 * from the other one's departure, so a query that treats either case in a special way treats both alike.
 */
export function isReachable(viewer: MemberId, otherId: MemberId): RawBuilder<boolean> {
  return sql<boolean>`(${isVisiblePair(viewer, otherId)} and exists (
    select from profile reached where reached.member_id = ${otherId} and reached.is_active
  ))`;
}

/** What each query that shows other members must ask: the other one is not hidden from the viewer. */
export function isVisiblePair(viewer: MemberId, otherId: MemberId): RawBuilder<boolean> {
  return sql<boolean>`not ${isHiddenPair(viewer, otherId)}`;
}
