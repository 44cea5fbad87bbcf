import { sql } from "kysely";
import type { Db } from "./database.ts";

/**
 * Runs work inside a transaction. Its changes are kept when it returns true, and all rolled back when it returns false.
 */
export async function withSavepoint(trx: Db, work: () => Promise<boolean>): Promise<void> {
  await sql`savepoint work`.execute(trx);
  if (await work()) await sql`release savepoint work`.execute(trx);
  else await sql`rollback to savepoint work`.execute(trx);
}
