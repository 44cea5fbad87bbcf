import { type Insertable, type RawBuilder, sql } from "kysely";
import { countOf } from "../../platform/database/count-of.ts";
import type { Db } from "../../platform/database/database.ts";
import type { AvailabilityRun } from "../../platform/database/types.generated.ts";

/** Serializes runs: the lock is held until the transaction ends. */
export async function lockRuns(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('availability_run'))`.execute(db);
}

export async function hasRunOf(db: Db, slot: string): Promise<boolean> {
  const row = await db.selectFrom("availabilityRun").where("slot", "=", slot).select("id").executeTakeFirst();
  return row !== undefined;
}

export async function hasRunByHandSince(db: Db, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom("availabilityRun")
    .where("slot", "is", null)
    .where("startedAt", ">", since)
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Active members, except managed profiles, who offer to appear as available, show their presence and were active since
 * `since`.
 */
const selectEligible = (since: Date): RawBuilder<unknown> => sql`
  select profile.member_id
  from member_setting
  join presence on presence.member_id = member_setting.member_id
  join profile on profile.member_id = member_setting.member_id
  where member_setting.offers_availability and not presence.is_hidden and presence.last_active_at >= ${since}
    and profile.is_active and not profile.is_managed and profile.role <> 'admin'`;

export function countEligible(db: Db, since: Date): Promise<number> {
  return countOf(db, sql`from (${selectEligible(since)}) eligible`);
}

/**
 * Ends the availability of earlier runs, so that no more members are available than one run draws. Removes rows that
 * ended before `before`.
 */
export async function endRunning(db: Db, now: Date, before: Date): Promise<void> {
  await db.deleteFrom("availability").where("endsAt", "<", before).execute();
  await db.updateTable("availability").set({ endsAt: now }).where("endsAt", ">", now).execute();
}

type Draw = {
  runId: string;
  now: Date;
  since: Date;
  sizes: { long: number; short: number };
  ends: { long: Date; short: Date };
  /** Members who were invited after this moment are not invited again. */
  invitedSince: Date;
};

/** Draws members at random and makes them available; returns how many for each duration. */
export async function drawAvailable(db: Db, draw: Draw): Promise<{ long: number; short: number }> {
  const { runId, now, since, sizes, ends, invitedSince } = draw;
  const { rows } = await sql<{ long: number; short: number }>`
    with drawn as (
      select member_id, row_number() over () <= ${sizes.long} as is_long
      from (${selectEligible(since)} order by random() limit ${sizes.long + sizes.short}) at_random
    ), added as (
      insert into availability (member_id, run_id, starts_at, ends_at)
      select member_id, ${runId}::uuid, ${now}::timestamptz,
        case when is_long then ${ends.long}::timestamptz else ${ends.short}::timestamptz end
      from drawn
      on conflict (member_id) do update set
        run_id = excluded.run_id, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
        invited_at = case when availability.invited_at >= ${invitedSince} then availability.invited_at end
      returning ends_at
    )
    select count(*) filter (where ends_at = ${ends.long})::int as long,
      count(*) filter (where ends_at = ${ends.short})::int as short
    from added`.execute(db);
  return rows[0] ?? { long: 0, short: 0 };
}

export async function addRun(db: Db, run: Insertable<AvailabilityRun>): Promise<void> {
  await db.insertInto("availabilityRun").values(run).execute();
}

export function findLastRun(db: Db) {
  return db
    .selectFrom("availabilityRun")
    .orderBy("startedAt", "desc")
    .limit(1)
    .select(["startedAt", "eligible", "longCount", "shortCount", "slot"])
    .executeTakeFirst();
}

/**
 * Ends a member's availability. Waits for a run in progress, which may have drawn them; a later run sees the change.
 */
export async function endAvailability(db: Db, memberId: string, now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('availability_run'))`.execute(db);
  await db
    .updateTable("availability")
    .set({ endsAt: now })
    .where("memberId", "=", memberId)
    .where("endsAt", ">", now)
    .execute();
}
