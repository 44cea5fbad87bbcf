import { sql } from "kysely";
import { expect, vi } from "vitest";
import type { Db } from "../platform/database/database.ts";
import type { DB } from "../platform/database/types.generated.ts";
import { countLockWaits } from "./lock-waits.ts";
import { PATIENT } from "./patience.ts";

type Side = () => PromiseLike<unknown>;
type Answers<Sides extends readonly Side[]> = { [Index in keyof Sides]: Awaited<ReturnType<Sides[Index]>> };

/**
 * Forces a race: `hold` takes a lock in a transaction of the test, each side starts once those before it wait for a
 * lock, and the end of that transaction releases them all. Returns what they answered; a side that rejects, or that
 * ends without waiting, fails the race.
 *
 * Hold what the sides write after their guard, such as a table (`holdWrites`), and not the guard itself. Without the
 * guard all sides then have read before one of them writes, and the test fails by its outcome. With `canSkip` the sides
 * behind the first may also end at once, as jobs do that skip what another one holds.
 */
export async function race<const Sides extends readonly Side[]>(
  owner: Db,
  hold: (trx: Db) => Promise<unknown>,
  sides: Sides,
  { canSkip = false } = {},
): Promise<Answers<Sides>> {
  const runningSides: Promise<unknown>[] = [];
  const endedSides = new Set<number>();
  const heldRace = owner.transaction().execute(async (trx) => {
    await hold(trx);
    for (const [index, side] of sides.entries()) {
      const answer = Promise.resolve(side()).finally(() => endedSides.add(index));
      answer.catch(() => {});
      runningSides.push(answer);
      await waitForSides(owner, runningSides.length, endedSides, canSkip);
    }
  });
  const outcomes = await heldRace.then(
    () => Promise.allSettled(runningSides),
    async (error: unknown) => {
      await Promise.allSettled(runningSides);
      throw error;
    },
  );
  return outcomes.map((outcome) => {
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  }) as Answers<Sides>;
}

/** For `race`: everything may read these tables and lock their rows, but writes wait. */
export const holdWrites =
  (...tables: (keyof DB)[]) =>
  (trx: Db) =>
    sql`lock table ${sql.join(tables.map((table) => sql.table(table)))} in share mode`.execute(trx);

/** Waits until `count` sides wait for a lock. A side that has ended never waits, which fails unless it may skip. */
async function waitForSides(owner: Db, count: number, endedSides: Set<number>, canSkip: boolean): Promise<void> {
  const hasFailed = () => (canSkip ? endedSides.has(0) : endedSides.size > 0);
  const isDecided = async () => hasFailed() || (await countLockWaits(owner)) === count - endedSides.size;
  await vi.waitFor(async () => expect(await isDecided(), `${count} sides wait for a lock`).toBe(true), PATIENT);
  expect(hasFailed() ? [...endedSides] : [], "sides that ended without waiting for the lock").toEqual([]);
}
