import { type RawBuilder, sql } from "kysely";
import type { Db } from "./database.ts";

/** How many rows there are. `rows` begins with `from`, and ends where a limit bounds the work. */
export async function countOf(db: Db, rows: RawBuilder<unknown>): Promise<number> {
  const counted = await sql<{ count: number }>`select count(*)::int as count from (select ${rows}) counted`.execute(db);
  return counted.rows[0]?.count ?? 0;
}
