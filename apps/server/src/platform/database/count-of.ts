import { type RawBuilder, sql } from "kysely";
import type { Db } from "./database.ts";

/** Counts rows. `rows` is SQL that begins with `from`, and ends with a limit where the work must be bounded. */
export async function countOf(db: Db, rows: RawBuilder<unknown>): Promise<number> {
  const counted = await sql<{ count: number }>`select count(*)::int as count from (select ${rows}) counted`.execute(db);
  return counted.rows[0]?.count ?? 0;
}
