import { Logger, runOnce } from "graphile-worker";
import { type RawBuilder, sql } from "kysely";
import { vi } from "vitest";
import { listTasks } from "../tasks.ts";
import type { World } from "./world.ts";

/** Does every job that is due, and those that these add, until none is. What fails is tried again by the next call. */
export async function runJobs(world: World): Promise<void> {
  const { context, connectionString } = world;
  do {
    await runOnce({
      connectionString,
      taskList: listTasks(context),
      noHandleSignals: true,
      logger: new Logger(() => () => {}),
    });
    // It comes back before it has noted that its last jobs are done, and so before the next of their queue may begin.
    await vi.waitFor(
      async () => {
        if (await hasJobs(world, sql`locked_at is not null`)) throw new Error("a job is in hand");
      },
      { timeout: 10_000, interval: 5 },
    );
  } while (await hasJobs(world, sql`is_available and run_at <= now()`));
}

async function hasJobs({ owner }: World, which: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`select from graphile_worker._private_jobs where ${which} limit 1`.execute(owner);
  return rows.length > 0;
}

/** Brings forward every job that waits for its time, as if that had come. */
export async function makeJobsDue({ owner }: World): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`.execute(owner);
}
