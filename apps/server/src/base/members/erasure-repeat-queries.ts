import type { ClientBase } from "pg";
import type { ErasureEntry } from "../../platform/storage/erasure-list.ts";

// Statements for a restored database, over the connection of its owner. The first parameter is the member's id.

/**
 * Deactivates a member whose erasure request the restored database lacks; sets when it begins and when it was
 * requested.
 */
const REPEAT_REGRET = `
  update profile set erases_at = $2::timestamptz, deactivated_at = coalesce(deactivated_at, $3::timestamptz)
  where member_id = $1`;

/**
 * Reactivates a member who cancelled an erasure, unless the consent to sensitive data is missing or the account is
 * frozen.
 */
const REPEAT_END_OF_REGRET = `
  update profile set erases_at = null,
    deactivated_at = case when consent_withdrawn_at is not null or frozen_at is not null then deactivated_at end
  where member_id = $1`;

/** Moves the day on which the erasures of members begin. The first parameter is all their ids. */
export const DELAY_REGRETS = `
  update profile set erases_at = $2::timestamptz where member_id = any ($1::uuid[])`;

type Owner = Pick<ClientBase, "query">;

/** Requests an erasure again for a member whom the backup has, unless the backup has the same request. */
export async function repeatRequest(owner: Owner, { memberId, at, endsAt }: ErasureEntry): Promise<void> {
  const { rowCount } = await owner.query(
    `insert into erasure as known (member_id, requested_at, ends_at)
    select id, $2::timestamptz, $3::timestamptz from member where id = $1
    on conflict (member_id) do update set ends_at = excluded.ends_at where known.begun_at is null`,
    [memberId, at, endsAt],
  );
  if (rowCount === 0) return;
  await owner.query(REPEAT_REGRET, [memberId, endsAt, at]);
}

export async function repeatTakingBack(owner: Owner, { memberId }: Pick<ErasureEntry, "memberId">): Promise<void> {
  const { rowCount } = await owner.query("delete from erasure where member_id = $1 and begun_at is null", [memberId]);
  if (rowCount === 0) return;
  await owner.query(REPEAT_END_OF_REGRET, [memberId]);
}

/**
 * Delays waiting erasures that begin before a moment to that moment, so that their members can still cancel and get a
 * reminder.
 */
export async function delayWaiting(owner: Owner, from: Date): Promise<void> {
  const { rows } = await owner.query<{ member_id: string }>(
    `update erasure set ends_at = $1, reminded_at = null where begun_at is null and ends_at < $1 returning member_id`,
    [from],
  );
  await owner.query(DELAY_REGRETS, [rows.map((row) => row.member_id), from]);
}
