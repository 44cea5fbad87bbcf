import type { RawBuilder } from "kysely";
import type { Db } from "./database.ts";

// A statement over this many rows ends before it can delay a request.
const CHUNK = 1_000;

/** Calls `remove`, which removes up to `limit` rows and returns how many, until none is left. Returns the total. */
export async function sweepInChunks(remove: (limit: number) => Promise<number>): Promise<number> {
  let removed = 0;
  for (;;) {
    const count = await remove(CHUNK);
    removed += count;
    if (count < CHUNK) return removed;
  }
}

type RemovalSql = (before: Date, limit: number) => RawBuilder<unknown>;

/** Removes the rows from before a moment, one chunk with each statement. Returns the total. */
export function sweepBefore(db: Db, before: Date, removalSql: RemovalSql): Promise<number> {
  return sweepInChunks(async (limit) => Number((await removalSql(before, limit).execute(db)).numAffectedRows ?? 0));
}
