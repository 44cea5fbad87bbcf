import { type Kysely, sql } from "kysely";

/**
 * A notice hides before anybody has looked, and its e-mail address is whatever somebody typed. So a notice that hid keeps
 * its mailbox without the ways of spelling it, and a keyed hash of the network address that it came from: each of them hides
 * one thing until the team has looked.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notice
      add column sender_mailbox text,
      add column sender_network bytea check (length(sender_network) = 32)`.execute(db);
  await sql`update notice set sender_mailbox = sender_email where has_hidden`.execute(db);
  await sql`drop index notice_hide_index`.execute(db);
  await sql`create index notice_hide_index on notice (sender_mailbox) where has_hidden and status = 'pending'`.execute(
    db,
  );
  await sql`
    create index notice_network_index on notice (sender_network)
      where has_hidden and status = 'pending' and photo_id is null`.execute(db);
}
