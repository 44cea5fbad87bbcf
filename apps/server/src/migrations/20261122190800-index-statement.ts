import { type Kysely, sql } from "kysely";

/** A member's statement is read in pages, in the order of this index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index ledger_entry_statement_index on ledger_entry (member_id, written_at desc, id desc)`.execute(
    db,
  );
  await sql`drop index ledger_entry_member_index`.execute(db);
}
