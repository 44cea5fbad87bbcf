import { PRESENCE_COARSE_MS } from "@caramelo/contract/limits";
import { type RawBuilder, sql } from "kysely";
import { hasWrittenTo, visibleTo } from "../../base/pairs/fragment-queries.ts";
import type { Db } from "../../platform/database/database.ts";
import { PRESENCE_COLUMNS } from "./fragment-queries.ts";

type Ping = { memberId: string; at: Date };
type Departure = { memberId: string; closedAt: Date };

/** All statements lock members in this order, so that there is no deadlock. */
const byMember = (a: { memberId: string }, b: { memberId: string }) => (a.memberId < b.memberId ? -1 : 1);

/** The `before…` columns for a change: the activity at the beginning of the half minute of the change. */
function keepBefore(now: Date) {
  const step = sql`make_interval(secs => ${PRESENCE_COARSE_MS / 1_000})`;
  const isFirst = sql`presence.changed_at < date_bin(${step}, ${now}::timestamptz, to_timestamp(0))`;
  const keep = (currentColumn: RawBuilder<unknown>, before: RawBuilder<unknown>) =>
    sql<Date | null>`case when ${isFirst} then ${currentColumn} else ${before} end`;
  return {
    beforeActiveAt: keep(sql`presence.last_active_at`, sql`presence.before_active_at`),
    beforeLeftAt: keep(sql`presence.left_at`, sql`presence.before_left_at`),
    changedAt: now,
  };
}

/** Records pings, at most one for each member. */
export async function addPings(db: Db, pings: Ping[], now: Date): Promise<void> {
  const rows = pings.toSorted(byMember).map(({ memberId, at }) => ({ memberId, lastActiveAt: at, changedAt: now }));
  await db
    .insertInto("presence")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column("memberId")
        .doUpdateSet({
          ...keepBefore(now),
          lastActiveAt: sql<Date>`greatest(presence.last_active_at, excluded.last_active_at)`,
          leftAt: null,
        }),
    )
    .execute();
}

/** Records that members left, unless they sent a ping after their last connection closed. */
export async function addDepartures(db: Db, departures: Departure[], now: Date): Promise<void> {
  const rows = departures.toSorted(byMember);
  const ids = rows.map(({ memberId }) => memberId);
  const moments = rows.map(({ closedAt }) => closedAt);
  await db
    .updateTable("presence")
    .from(
      sql<{ memberId: string; closedAt: Date }>`unnest(${ids}::uuid[], ${moments}::timestamptz[])`.as<"gone">(
        sql`gone (member_id, closed_at)`,
      ),
    )
    .set({ ...keepBefore(now), leftAt: now })
    .whereRef("presence.memberId", "=", "gone.memberId")
    .whereRef("presence.lastActiveAt", "<=", "gone.closedAt")
    .execute();
}

/** Records that members who had left are back. */
export async function removeDepartures(db: Db, memberIds: string[], now: Date): Promise<void> {
  await db
    .updateTable("presence")
    .set({ ...keepBefore(now), leftAt: null })
    .where("memberId", "=", sql<string>`any(${memberIds}::uuid[])`)
    .where("leftAt", "is not", null)
    .execute();
}

// Members who hide their presence before their first ping must not look as if they had just sent one.
const NEVER = new Date(0);

// Until the next half minute, a presence that is shown again looks as if there had been none.
const NOTHING_BEFORE = { beforeActiveAt: null, beforeLeftAt: null };

/** Shows or hides a member's presence, also before their first ping. Hiding takes effect for everybody at once. */
export async function changePresenceHidden(db: Db, memberId: string, isHidden: boolean, now: Date): Promise<void> {
  const changes = isHidden ? { isHidden } : { isHidden, ...NOTHING_BEFORE, changedAt: now };
  await db
    .insertInto("presence")
    .values({ memberId, lastActiveAt: NEVER, isHidden })
    .onConflict((conflict) => conflict.column("memberId").doUpdateSet(changes))
    .execute();
}

/**
 * The presence of active members who are on the opposite side or share a conversation, without those hidden from the
 * viewer.
 */
export function listPresences(db: Db, viewerId: string, memberIds: string[]) {
  return db
    .selectFrom("profile")
    .innerJoin("profile as viewer", (join) => join.on("viewer.memberId", "=", viewerId))
    .leftJoin("presence", "presence.memberId", "profile.memberId")
    .leftJoin("availability", "availability.memberId", "profile.memberId")
    .where("profile.memberId", "=", sql<string>`any(${memberIds}::uuid[])`)
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
    .$call(visibleTo(viewerId, "profile", "id"))
    .select(PRESENCE_COLUMNS)
    .select(hasWrittenTo(sql.ref("profile.memberId"), viewerId).as("hasWritten"))
    .execute();
}
