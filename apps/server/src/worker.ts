import { Logger, parseCronItems, type Runner, run } from "graphile-worker";
import type pg from "pg";
import type { Context } from "./platform/context.ts";
import { CRON, listTasks } from "./tasks.ts";

/** Runs the jobs of the product until stopped. `pool` belongs to the database's owner: the queue lives in a schema of its own. */
export function startWorker(context: Context, pool: pg.Pool): Promise<Runner> {
  return run({
    pgPool: pool,
    noHandleSignals: true,
    concurrency: 4,
    parsedCronItems: parseCronItems(CRON),
    taskList: listTasks(context),
    logger: new Logger(() => (level, message) => {
      if (level === "error" || level === "warning") context.log.warn({ queue: message }, "job queue");
    }),
  });
}
