import { type RawBuilder, sql } from "kysely";
import type { Db } from "./database.ts";

/** Counts rows. `rows` is SQL that begins with `from`, and ends with a limit where the work must be bounded. */
export async function countOf(db: Db, rows: RawBuilder<unknown>): Promise<number> {
  const countRow = await sql<{ count: number }>`select count(*)::int as count from (select ${rows}) counted`.execute(
    db,
  );
  return countRow.rows[0]?.count ?? 0;
}

/** From a moment (inclusive) until another one. */
export type Period = { from: Date; to: Date };

/** How often something happened to a member in a period, with its first and last time. */
export type MemberEvents = { memberId: string; count: number; first: Date; last: Date };

/** The numbers of `MemberEvents` for a query that groups rows by member. */
export const countEvents = (moment: string) =>
  [
    sql<number>`count(*)`.as("count"),
    sql<Date>`min(${sql.ref(moment)})`.as("first"),
    sql<Date>`max(${sql.ref(moment)})`.as("last"),
  ] as const;
