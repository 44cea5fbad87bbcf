import { type Kysely, sql } from "kysely";

/**
 * What a notice may hide before anybody has looked depends on its sender: whether the mailbox was confirmed by the secret of a
 * mail, of which only the hash is stored, whether a member sent it, and whether it came above a brake of the hour. So every
 * notice keeps its mailbox and the keyed hash of its network, not only those that hid.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notice
      add column sender_id uuid references member on delete set null,
      add column confirmation_hash bytea unique check (length(confirmation_hash) = 32),
      add column confirmed_at timestamptz,
      add column braked_at timestamptz,
      add column is_hiding boolean not null default false,
      add column has_alarmed boolean not null default false`.execute(db);
  await sql`comment on column notice.braked_at is 'When the notice came above a brake of the hour, so that it hid nothing'`.execute(
    db,
  );
  await sql`comment on column notice.is_hiding is 'What the notice has hidden is out of sight by it until the review'`.execute(
    db,
  );
  await sql`
    update notice set is_hiding = true
    where exists (select from automatic_hide where automatic_hide.id = notice.id and ended_at is null)`.execute(db);
  await sql`comment on column notice.has_alarmed is 'The team was told by this notice that a brake of the hour holds'`.execute(
    db,
  );
  await sql`drop index notice_network_index`.execute(db);
  await sql`
    create index notice_network_index on notice (sender_network) where has_hidden and status = 'pending'`.execute(db);
  await sql`create index notice_sender_index on notice (sender_id) where sender_id is not null`.execute(db);
  await sql`create index notice_alarm_index on notice (braked_at) where has_alarmed`.execute(db);
  // What is grave and still in sight comes first, and of that what somebody says who is known.
  await sql`drop index notice_queue_index`.execute(db);
  await sql`
    create index notice_queue_index on notice (
      (case when kind = 'other' or is_hiding then 0 when confirmed_at is null and sender_id is null then 1 else 2 end) desc,
      due_at, id
    ) where status = 'pending'`.execute(db);
  await sql`select grant_to_app('update (confirmed_at, braked_at, is_hiding, has_alarmed)', 'notice')`.execute(db);
}
