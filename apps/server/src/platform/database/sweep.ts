import type { RawBuilder } from "kysely";
import type { Log } from "../log.ts";
import type { Clock } from "../time/clock.ts";
import type { Db } from "./database.ts";

// Rows per statement, few enough that it never delays a request.
const CHUNK = 1_000;

/** Calls `remove`, which removes up to `limit` rows and returns how many, until none is left. Returns the total. */
export async function sweepInChunks(remove: (limit: number) => Promise<number>): Promise<number> {
  let removedCount = 0;
  for (;;) {
    const count = await remove(CHUNK);
    removedCount += count;
    if (count < CHUNK) return removedCount;
  }
}

type RemovalSql = (before: Date, limit: number) => RawBuilder<unknown>;

/** Removes the rows from before a moment, one chunk with each statement. Returns the total. */
export function sweepBefore(db: Db, before: Date, removalSql: RemovalSql): Promise<number> {
  return sweepInChunks(async (limit) => Number((await removalSql(before, limit).execute(db)).numAffectedRows ?? 0));
}

/** Returns the work of a job that removes rows older than `oldest(now)`. */
export const sweepOlder =
  (oldest: (now: Date) => Date, removalSql: RemovalSql) =>
  ({ db, clock }: { db: Db; clock: Clock }): Promise<number> =>
    sweepBefore(db, oldest(clock.now()), removalSql);

/** Returns a function that goes back by a period of days. */
export const daysBefore =
  ({ days }: { days: number }) =>
  (now: Date): Date =>
    new Date(now.getTime() - days * 86_400_000);

type Rows<Row> = {
  /** Lists up to `limit` rows after one. */
  list(after: Row | undefined, limit: number): Promise<Row[]>;
  /** Works on a row, in a separate transaction. Returns false when there was nothing to do. */
  work(row: Row): Promise<boolean>;
  /** The log fields of a row that failed. */
  failure: string;
};

/**
 * Works on each row, even if others fail. Fails at the end if one did, so that the queue shows it and tries again.
 * Returns how many rows it worked on.
 */
export async function sweepEach<Row>(log: Pick<Log, "error">, { list, work, failure }: Rows<Row>): Promise<number> {
  const counts = { done: 0, failed: 0 };
  let after: Row | undefined;
  do {
    const rows = await list(after, CHUNK);
    for (const row of rows) {
      try {
        if (await work(row)) counts.done += 1;
      } catch (err) {
        log.error({ err }, failure);
        counts.failed += 1;
      }
    }
    after = rows.length < CHUNK ? undefined : rows.at(-1);
  } while (after !== undefined);
  if (counts.failed > 0) throw new Error(`${failure}: ${counts.failed} failed, ${counts.done} did not`);
  return counts.done;
}
