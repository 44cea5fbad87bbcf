import type { ClientBase } from "pg";
import { DELAY_REGRETS } from "./erasure-repeat-queries.ts";

// Statements that carry an erasure forward, over the connection of the database's owner.

type Owner = Pick<ClientBase, "query">;

/** Up to `limit` members whose erasure is due: after its waiting days, and once more after the first walk. */
export async function listDueErasures(owner: Owner, now: Date, walkedBefore: Date, limit: number): Promise<string[]> {
  const { rows } = await owner.query<{ member_id: string }>(
    `select member_id from erasure
    where finished_at is null and ends_at <= $1 and (erased_at is null or erased_at <= $2)
    order by ends_at limit $3`,
    [now, walkedBefore, limit],
  );
  return rows.map((row) => row.member_id);
}

/**
 * Begins a due erasure, unless it was cancelled or the account is frozen. The member's lock waits for running sign-ins
 * and freezes; later ones find an account that is due.
 */
export async function beginErasure(owner: Owner, memberId: string, now: Date): Promise<boolean> {
  await lockMember(owner, memberId);
  const { rowCount } = await owner.query(
    `update erasure set begun_at = coalesce(begun_at, $2)
    where member_id = $1 and finished_at is null and ends_at <= $2 and (begun_at is not null or not exists (
      select from profile where profile.member_id = erasure.member_id and frozen_at is not null
    ))`,
    [memberId, now],
  );
  return (rowCount ?? 0) > 0;
}

/** Delays erasures of frozen accounts that begin before a moment, so that days remain when the account is unfrozen. */
export async function delayFrozenErasures(owner: Owner, before: Date, to: Date): Promise<void> {
  const { rows } = await owner.query<{ member_id: string }>(
    `update erasure set ends_at = $2, reminded_at = null from profile
    where profile.member_id = erasure.member_id and frozen_at is not null and begun_at is null and ends_at < $1
    returning erasure.member_id`,
    [before, to],
  );
  if (rows.length > 0) await owner.query(DELAY_REGRETS, [rows.map((row) => row.member_id), to]);
}

export async function lockMember(owner: Owner, memberId: string): Promise<void> {
  await owner.query("select from member where id = $1 for update", [memberId]);
}

type Place = { doneStep: string | null };

/** Locks the position of an erasure, so that only one process does each step. */
export async function lockPlace(owner: Owner, memberId: string): Promise<Place | undefined> {
  const { rows } = await owner.query<Place>(
    `select done_step as "doneStep" from erasure where member_id = $1 and finished_at is null for update`,
    [memberId],
  );
  return rows[0];
}

export async function moveOn(owner: Owner, memberId: string, doneStep: string): Promise<void> {
  await owner.query("update erasure set done_step = $2 where member_id = $1", [memberId, doneStep]);
}

/** Ends a walk through the steps: the first walk marks the member as erased, the second is the last. */
export async function endWalk(owner: Owner, memberId: string, now: Date): Promise<void> {
  await owner.query(
    `update erasure set done_step = null, erased_at = coalesce(erased_at, $2),
      finished_at = case when erased_at is null then null else $2 end
    where member_id = $1`,
    [memberId, now],
  );
}

export async function findEnd(owner: Owner, memberId: string): Promise<Date | undefined> {
  const { rows } = await owner.query<{ endsAt: Date }>(`select ends_at as "endsAt" from erasure where member_id = $1`, [
    memberId,
  ]);
  return rows[0]?.endsAt;
}
