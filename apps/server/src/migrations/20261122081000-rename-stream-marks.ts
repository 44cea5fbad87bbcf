import { type Kysely, sql } from "kysely";

/** A row of this table is an event of a member's stream, like a message is; "mark" was a word of our own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table stream_mark rename to stream_event`.execute(db);
  await sql`alter table stream_event rename column marked_at to happened_at`.execute(db);
  for (const name of ["pkey", "kind_check", "member_id_fkey", "other_id_fkey"]) {
    const [from, to] = [sql.id(`stream_mark_${name}`), sql.id(`stream_event_${name}`)];
    await sql`alter table stream_event rename constraint ${from} to ${to}`.execute(db);
  }
}
