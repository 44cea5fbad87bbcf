import { type Kysely, sql } from "kysely";

/** The team searches the log by person, by action and by day, the latest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index audit_entry_subject_index`.execute(db);
  await sql`drop index audit_entry_actor_index`.execute(db);
  await sql`create index audit_entry_at_index on audit_entry (at desc, id desc)`.execute(db);
  await sql`create index audit_entry_subject_index on audit_entry (subject_id, at desc, id desc)`.execute(db);
  await sql`create index audit_entry_actor_index on audit_entry (actor_id, at desc, id desc)`.execute(db);
  await sql`create index audit_entry_action_index on audit_entry (action, at desc, id desc)`.execute(db);
}
