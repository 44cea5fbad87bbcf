import { sql } from "kysely";
import type { Db } from "./database.ts";

/** Within a transaction, does work that stays if it answers true and is taken back as a whole if it answers false. */
export async function keepOrTakeBack(trx: Db, work: () => Promise<boolean>): Promise<void> {
  await sql`savepoint work`.execute(trx);
  if (await work()) await sql`release savepoint work`.execute(trx);
  else await sql`rollback to savepoint work`.execute(trx);
}
