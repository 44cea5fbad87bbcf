import { Logger, runOnce } from "graphile-worker";
import { type RawBuilder, sql } from "kysely";
import { vi } from "vitest";
import { listTasks } from "../start/tasks.ts";
import type { World } from "./world.ts";

/** Runs every due job, and the due jobs that those add. A failed job runs again once it is due: see `makeJobsDue`. */
export async function runJobs(world: World): Promise<void> {
  const { context, jobsPool: pgPool } = world;
  do {
    await runOnce({ pgPool, taskList: listTasks(context), noHandleSignals: true, logger: new Logger(() => () => {}) });
    await waitForRunningJobs(world);
  } while (await hasJobs(world, sql`is_available and run_at <= now()`));
}

/**
 * Waits until no job is marked as running. A worker may stop before it has stored that its last jobs are done. Until
 * then it needs its pool, and the next job of the same named queue cannot begin.
 */
export async function waitForRunningJobs(world: Pick<World, "owner">): Promise<void> {
  await vi.waitFor(
    async () => {
      if (await hasJobs(world, sql`locked_at is not null`)) throw new Error("a job is still running");
    },
    { timeout: 10_000, interval: 5 },
  );
}

async function hasJobs({ owner }: Pick<World, "owner">, which: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`select from graphile_worker._private_jobs where ${which} limit 1`.execute(owner);
  return rows.length > 0;
}

/** Makes every waiting job due now. */
export async function makeJobsDue({ owner }: World): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`.execute(owner);
}
