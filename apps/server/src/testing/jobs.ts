import { EventEmitter } from "node:events";
import { Logger, runOnce } from "graphile-worker";
import { type RawBuilder, sql } from "kysely";
import { vi } from "vitest";
import type { Context } from "../platform/context.ts";
import { type Db, openDatabase } from "../platform/database/database.ts";
import { addJob, type JobName, type JobTiming } from "../platform/database/jobs.ts";
import { listTasks } from "../start/tasks.ts";
import { QUEUE_CONNECTIONS, startWorker } from "../start/worker.ts";
import type { World } from "./world.ts";

/** Classes of errors that no job may meet: a statement, a value or a row that the database refuses. */
const REFUSED_BY_DATABASE = /^(?:22|23|42)/;

/**
 * Runs every due job, and the due jobs that those add. A failed job runs again once it is due: see `makeJobsDue`.
 * @throws the error of a job whose statement the database refused, which no later try would mend
 */
export async function runJobs(world: World): Promise<void> {
  const { context, jobsPool: pgPool } = world;
  const events = new EventEmitter();
  const refusals: unknown[] = [];
  events.on("job:error", ({ error }: { error: { code?: unknown } }) => {
    if (REFUSED_BY_DATABASE.test(String(error.code))) refusals.push(error);
  });
  const logger = new Logger(() => () => {});
  do {
    await runOnce({ pgPool, taskList: listTasks(context), noHandleSignals: true, logger, events });
    await waitForRunningJobs(world);
  } while (await hasJobs(world, sql`is_available and run_at <= now()`));
  if (refusals.length > 0) throw refusals[0];
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

/** Adds a job that the types do not know, as another release does: of any name, with any payload. */
export async function addUnknownJob(db: Db, task: string, payload: object, when?: JobTiming): Promise<void> {
  // The cast is safe, because the queue takes any name and payload.
  await addJob(db, task as JobName, payload as never, when);
}

/** Makes every waiting job due now. */
export async function makeJobsDue({ owner }: World): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`.execute(owner);
}

/** Starts the product's workers, with their own connections. Returns a function that stops them and closes these. */
export async function startQueue(world: World, context: Context = world.context): Promise<() => Promise<void>> {
  const { pool, close } = openDatabase({ connectionString: world.connectionString }, { max: QUEUE_CONNECTIONS });
  const worker = await startWorker(context, pool);
  return async () => {
    await worker.stop();
    await waitForRunningJobs(world);
    await close();
  };
}
