import { sql } from "kysely";
import { expect, vi } from "vitest";
import type { Db } from "../platform/database/database.ts";
import { PATIENT } from "./patience.ts";

/**
 * How many statements of this database wait for a lock. By this number a test knows when the requests have arrived at
 * the lock that it holds.
 */
export async function countLockWaits(owner: Db): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(owner);
  return rows.length;
}

/** Waits until `count` statements of this database wait for a lock. */
export const waitForLocks = (owner: Db, count: number) =>
  vi.waitFor(async () => expect(await countLockWaits(owner)).toBe(count), PATIENT);
