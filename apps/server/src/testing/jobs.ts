import { Logger, runOnce } from "graphile-worker";
import { sql } from "kysely";
import { listTasks } from "../tasks.ts";
import type { World } from "./world.ts";

/** Does every job that is due, and those that these add, until none is. What fails is tried again by the next call. */
export async function runJobs({ context, connectionString }: World): Promise<void> {
  await runOnce({
    connectionString,
    taskList: listTasks(context),
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
  });
}

/** Brings forward every job that waits for its time, as if that had come. */
export async function makeJobsDue({ owner }: World): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`.execute(owner);
}
