import type { ClientBase } from "pg";
import type { ErasureEntry } from "../../platform/storage/erasure-list.ts";
import { DELAY_REGRETS, REPEAT_END_OF_REGRET, REPEAT_REGRET } from "./erasure-fragment-queries.ts";

type Owner = Pick<ClientBase, "query">;

/** Asks again for an erasure of a member whom the backup has, unless the backup has the same. */
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

/** Lets no erasure begin before a moment, so that its member can still take it back, and is reminded of it. */
export async function delayWaiting(owner: Owner, from: Date): Promise<void> {
  const { rows } = await owner.query<{ member_id: string }>(
    `update erasure set ends_at = $1, reminded_at = null where begun_at is null and ends_at < $1 returning member_id`,
    [from],
  );
  await owner.query(DELAY_REGRETS, [rows.map((row) => row.member_id), from]);
}
