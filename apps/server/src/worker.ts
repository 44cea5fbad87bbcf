import { type Job, Logger, parseCronItems, type Runner, run } from "graphile-worker";
import type pg from "pg";
import type { Context } from "./platform/context.ts";
import type { Log } from "./platform/log.ts";
import { CRON, listTasks } from "./tasks.ts";

/** Runs the jobs of the product until stopped. `pool` belongs to the database's owner: the queue lives in a schema of its own. */
export function startWorker(context: Context, pool: pg.Pool): Promise<Runner> {
  return run({
    pgPool: pool,
    noHandleSignals: true,
    concurrency: 4,
    // The next job of a line waits for this: two mails of news a second.
    pollInterval: 500,
    parsedCronItems: parseCronItems(CRON),
    taskList: listTasks(context),
    logger: openQueueLogger(context.log),
  });
}

/** What went wrong in the queue. Its own words about a job that failed would repeat those of the error, unread. */
export function openQueueLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level !== "error" && level !== "warning") return;
    const { error, job } = (meta ?? {}) as { error?: unknown; job?: Job }; // of a failed job it gives both
    if (job) log.warn({ err: error, task: job.task_identifier, job: job.id, attempt: job.attempts }, "a job failed");
    else log.warn({ queue: message }, "job queue");
  });
}
