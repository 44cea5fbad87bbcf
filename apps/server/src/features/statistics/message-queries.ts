import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { countByDay, type Day } from "./queries.ts";

/** How many messages there are. The statement reads a whole index, so it runs once a day. */
export async function countMessages(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::float8 as count from message`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Sent messages by day. An id of a message begins with the time of sending, so the index of ids finds the days. */
export function countSentMessages(db: Db, since: Date): Promise<Day[]> {
  const first = `${since.getTime().toString(16).padStart(12, "0")}00000000000000000000`;
  const sentAt = sql`to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)`;
  return countByDay(db, sentAt, sql`from message where id >= ${first}::uuid`);
}
