import { Logger, runOnce } from "graphile-worker";
import { sql } from "kysely";
import { vi } from "vitest";
import { listTasks } from "../tasks.ts";
import type { World } from "./world.ts";

/** Does every job that is due, and those that these add, until none is. What fails is tried again by the next call. */
export async function runJobs({ context, connectionString, owner }: World): Promise<void> {
  await runOnce({
    connectionString,
    taskList: listTasks(context),
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
  });
  // It comes back before it has noted that its last jobs are done.
  await vi.waitFor(
    async () => {
      const { rows } = await sql`
        select from graphile_worker._private_jobs where locked_at is not null limit 1`.execute(owner);
      if (rows.length > 0) throw new Error("a job is in hand");
    },
    { timeout: 10_000, interval: 5 },
  );
}

/** Brings forward every job that waits for its time, as if that had come. */
export async function makeJobsDue({ owner }: World): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`.execute(owner);
}
