import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/**
 * Sets the tiers of profiles. `due` is SQL of a query for the `member_id`, `tier` and `tier_until` of each.
 */
export async function changeTiers(db: Db, due: RawBuilder<unknown>): Promise<void> {
  await sql`
    update profile set tier = due.tier, tier_until = due.tier_until
    from (${due}) due
    where profile.member_id = due.member_id
      and (profile.tier, profile.tier_until) is distinct from (due.tier, due.tier_until)`.execute(db);
}

/**
 * Locks up to `limit` profiles whose paid place has ended, skipping those locked by other transactions. Returns their
 * members' ids.
 */
export async function lockEndedTiers(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("profile")
    .where("tierUntil", "<=", now)
    .orderBy("tierUntil")
    .limit(limit)
    .select("memberId")
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  return rows.map((row) => row.memberId);
}

/** Draws new shuffle keys for `limit` profiles after an id. Returns the last of their ids; undefined at the end. */
export async function rerollShuffleKeys(db: Db, after: string, limit: number): Promise<string | undefined> {
  const { rows } = await sql<{ memberId: string }>`
    with chunk as (
      select member_id from profile where member_id > ${after} order by member_id limit ${limit} for no key update
    ), drawn as (
      update profile set shuffle_key = floor(random() * 2147483647)::integer
      from chunk where profile.member_id = chunk.member_id
    )
    select member_id from chunk order by member_id desc limit 1`.execute(db);
  return rows[0]?.memberId;
}
