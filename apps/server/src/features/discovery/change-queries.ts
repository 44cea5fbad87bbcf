import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

// Queries of the table `profile_change`, in which triggers record changes of profiles.

export type Change = { kind: "profile" | "viewer" | "order" | "all"; memberId: string | null };
/** How far changes were read: a snapshot, and when the snapshot was taken by the clock of the database. */
export type ChangeCursor = { snapshot: string; takenAt: string };

/** A cursor behind all changes that are committed now. */
export async function takeCursor(db: Db): Promise<ChangeCursor> {
  const { rows } = await sql<ChangeCursor>`
    select pg_current_snapshot()::text as snapshot, clock_timestamp()::text as "taken_at"`.execute(db);
  const [cursor] = rows;
  if (!cursor) throw new Error("the database did not answer");
  return cursor;
}

/**
 * The changes that the present snapshot sees and the snapshot of the cursor did not: exactly those committed in
 * between, in whatever order their transactions began. Undefined when some of them may have been removed already.
 */
export async function listChanges(db: Db, { snapshot, takenAt }: ChangeCursor) {
  const { rows } = await sql<ChangeCursor & { isWhole: boolean; kind: Change["kind"] | null; memberId: string | null }>`
    select pg_current_snapshot()::text as snapshot, clock_timestamp()::text as "taken_at",
      ${takenAt}::timestamptz > clock_timestamp() - interval '59 minutes' as is_whole, change.kind, change.member_id
    from (values (1)) one (row)
    left join (
      select distinct kind, member_id from profile_change
      where tx >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and not pg_visible_in_snapshot(tx, ${snapshot}::pg_snapshot)
    ) change on true`.execute(db);
  const [first] = rows;
  if (!first?.isWhole) return undefined;
  const changes: Change[] = rows.flatMap(({ kind, memberId }) => (kind === null ? [] : [{ kind, memberId }]));
  return { changes, cursor: { snapshot: first.snapshot, takenAt: first.takenAt } };
}

/**
 * Removes rows that came with a copy of another server's database. Their transaction numbers are in this server's
 * future, so each reading would find these changes again, and their snapshots would let unread changes be removed.
 */
export async function removeForeignChanges(db: Db): Promise<void> {
  await sql`delete from profile_change where tx >= pg_snapshot_xmax(pg_current_snapshot())`.execute(db);
  await sql`
    delete from profile_change_horizon
    where pg_snapshot_xmax(snapshot) > pg_snapshot_xmax(pg_current_snapshot())`.execute(db);
}

/**
 * Removes the changes that a snapshot of an hour ago could see, and stores a snapshot of now. Returns how many changes.
 */
export async function pruneChanges(db: Db): Promise<number> {
  await removeForeignChanges(db);
  await sql`insert into profile_change_horizon default values on conflict do nothing`.execute(db);
  const { numAffectedRows } = await sql`
    delete from profile_change using (
      select snapshot from profile_change_horizon where taken_at < clock_timestamp() - interval '1 hour'
      order by taken_at desc limit 1
    ) horizon
    where tx < pg_snapshot_xmax(horizon.snapshot) and pg_visible_in_snapshot(tx, horizon.snapshot)`.execute(db);
  // The latest of the old snapshots stays, because it shows up to which point changes are missing.
  await sql`
    delete from profile_change_horizon where taken_at < (
      select max(taken_at) from profile_change_horizon where taken_at < clock_timestamp() - interval '1 hour'
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}
