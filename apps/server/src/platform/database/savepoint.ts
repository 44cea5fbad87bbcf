import { sql } from "kysely";
import type { Db } from "./database.ts";

/** Runs work inside a transaction. It is kept when it answers true, and rolled back as a whole when it answers false. */
export async function withSavepoint(trx: Db, work: () => Promise<boolean>): Promise<void> {
  await sql`savepoint work`.execute(trx);
  if (await work()) await sql`release savepoint work`.execute(trx);
  else await sql`rollback to savepoint work`.execute(trx);
}
