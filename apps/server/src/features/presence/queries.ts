import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

type Pulse = { memberId: string; at: Date };
type Departure = { memberId: string; closedAt: Date };

/** Ascending, so that no two statements wait for each other. */
const byMember = (one: { memberId: string }, other: { memberId: string }) => (one.memberId < other.memberId ? -1 : 1);

/** Notes signs of life, one for each member at most. */
export async function addPulses(db: Db, pulses: Pulse[]): Promise<void> {
  const rows = pulses.toSorted(byMember).map(({ memberId, at }) => ({ memberId, lastActiveAt: at }));
  await db
    .insertInto("presence")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("memberId").doUpdateSet({
        lastActiveAt: sql<Date>`greatest(presence.last_active_at, excluded.last_active_at)`,
        leftAt: null,
      }),
    )
    .execute();
}

/** Notes that members left, unless they gave a sign of life after their last connection closed. */
export async function addDepartures(db: Db, departures: Departure[], now: Date): Promise<void> {
  const rows = departures.toSorted(byMember);
  const ids = rows.map(({ memberId }) => memberId);
  const moments = rows.map(({ closedAt }) => closedAt);
  await sql`
    update presence set left_at = ${now}
    from unnest(${ids}::uuid[], ${moments}::timestamptz[]) as gone (member_id, closed_at)
    where presence.member_id = gone.member_id and presence.last_active_at <= gone.closed_at`.execute(db);
}

/** Takes back that members left. */
export async function removeDepartures(db: Db, memberIds: string[]): Promise<void> {
  await db
    .updateTable("presence")
    .set({ leftAt: null })
    .where("memberId", "=", sql<string>`any(${memberIds}::uuid[])`)
    .where("leftAt", "is not", null)
    .execute();
}

// Nobody was active then: whoever hides before the first sign of life does not look as if they had just given one.
const NEVER = new Date(0);

/** Shows or hides a member's presence, also before there is any. */
export async function changePresenceHidden(db: Db, memberId: string, isHidden: boolean): Promise<void> {
  await db
    .insertInto("presence")
    .values({ memberId, lastActiveAt: NEVER, isHidden })
    .onConflict((conflict) => conflict.column("memberId").doUpdateSet({ isHidden }))
    .execute();
}

/**
 * What is known of the named members' presence, as far as the viewer may see them: active members of the opposite side,
 * or of a conversation, who are not hidden from the viewer.
 */
export function listPresences(db: Db, viewerId: string, memberIds: string[]) {
  return db
    .selectFrom("profile")
    .innerJoin("profile as viewer", (join) => join.on("viewer.memberId", "=", viewerId))
    .leftJoin("presence", "presence.memberId", "profile.memberId")
    .where("profile.memberId", "=", sql<string>`any(${memberIds}::uuid[])`)
    .where("profile.isActive", "=", true)
    .where("profile.role", "<>", "admin")
    .where(({ eb, or, parens, exists, selectFrom }) =>
      or([
        eb(parens("profile.role", "=", "baby"), "<>", parens("viewer.role", "=", "baby")),
        exists(
          selectFrom("conversation")
            .where("conversation.ownerId", "=", viewerId)
            .whereRef("conversation.otherId", "=", "profile.memberId")
            .select("conversation.ownerId"),
        ),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("hiddenPair")
            .where("hiddenPair.viewerId", "=", viewerId)
            .whereRef("hiddenPair.otherId", "=", "profile.memberId")
            .select("hiddenPair.viewerId"),
        ),
      ),
    )
    .select(["profile.memberId as id", "presence.lastActiveAt", "presence.leftAt", "presence.isHidden"])
    .execute();
}
