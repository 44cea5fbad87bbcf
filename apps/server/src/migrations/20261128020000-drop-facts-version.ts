import { type Kysely, sql } from "kysely";

/**
 * Every send reads what decides it under the lock of both streams, so nothing needs to tell a process that what it knew has
 * changed: what kept it brought less than it took.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger profile_decides_sends on profile`.execute(db);
  await sql`drop trigger hidden_pair_decides_sends on hidden_pair`.execute(db);
  await sql`drop trigger hidden_pair_decided_sends on hidden_pair`.execute(db);
  await sql`drop trigger ledger_entry_decides_sends on ledger_entry`.execute(db);
  await sql`drop trigger entitlement_decides_sends on entitlement`.execute(db);
  await sql`drop trigger conversation_decides_sends on conversation`.execute(db);
  await sql`drop trigger conversation_decided_sends on conversation`.execute(db);
  await sql`
    drop function raise_version_of_profile(), raise_version_of_new_pair(), raise_version_of_old_pair(),
      raise_version_of_entry(), raise_version_of_conversation(), raise_facts_version(uuid[])`.execute(db);
  await sql`alter table member_stream drop column facts_version`.execute(db);
}
