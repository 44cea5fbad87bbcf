import { Logger, runOnce } from "graphile-worker";
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
