import { EventEmitter, once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { recordOf } from "@caramelo/contract/record-of";
import {
  type Job,
  Logger,
  parseCronItems,
  type Runner,
  run,
  type Task,
  type TaskList,
  type WorkerEvents,
} from "graphile-worker";
import type pg from "pg";
import type { Circuit } from "../platform/concurrency/circuit.ts";
import type { Context } from "../platform/context.ts";
import { isOutage } from "../platform/database/contention.ts";
import { suspectPrimary } from "../platform/database/find-primary.ts";
import { freeJobsOf, markWorkerAlive } from "../platform/database/jobs.ts";
import type { Log } from "../platform/log.ts";
import type { Traces } from "../platform/traces/traces.ts";
import { CRON, type JobClass, listJobClasses } from "./tasks.ts";

/**
 * The connections of the queue: one for each of the seven classes of jobs, to learn of new jobs, and five for the
 * workers' queries.
 */
export const QUEUE_CONNECTIONS = 12;

/** How often a worker checks whether its mail server may be tried again. */
const LOOK_MS = 250;

/** How long a stop waits for running jobs. By then nearly all have ended, and the service manager is still waiting. */
const STOP_WITHIN_MS = 10_000;

/** How long a stop tries to return unfinished jobs, because the database may be away. */
const GIVE_BACK_WITHIN_MS = 5_000;

/** A returned job keeps running here until this process ends, which takes at most this time (main.ts). */
const ENDED_SECONDS = 20;

export type Worker = {
  /**
   * Takes no more jobs, and waits until the running ones are done and recorded. Jobs that run longer than `withinMs` go
   * back into the queue: another process, or the next start, runs them again. Errors are logged.
   */
  stop(withinMs?: number): Promise<void>;
};

/**
 * Runs the jobs of the product until it is stopped; each class has its own workers. `pool` connects as the database's
 * owner, because the product's own role may not use the queue's tables.
 */
export async function startWorker(context: Context, pool: pg.Pool, traces?: Traces): Promise<Worker> {
  const patientPool = waitForDatabase(pool);
  const stopping = new AbortController();
  const classes = listJobClasses(context);
  // The timetable adds jobs of all classes, so any single class may keep it.
  const starts = classes.map((jobClass, at) =>
    startClass(jobClass, { context, pool: patientPool, signal: stopping.signal, hasTimetable: at === 0, traces }),
  );
  const outcomes = await Promise.allSettled(starts);
  const stop = async (withinMs = STOP_WITHIN_MS) => {
    const runners = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    const giveUp = new AbortController();
    const stops = Promise.allSettled(runners.map(({ runner }) => runner.stop()));
    stopping.abort();
    await within(
      withinMs,
      stops.then(() => untilIdle(pool, giveUp.signal)),
    ).catch(async () => {
      const giving = giveBack(pool, runners);
      await within(GIVE_BACK_WITHIN_MS, giving).then(
        (jobs) => jobs > 0 && context.log.warn({ jobs }, "gave the jobs back that did not end in time"),
        (err: unknown) => context.log.warn({ err }, "could not give the jobs back that did not end in time"),
      );
    });
    giveUp.abort();
  };
  const failure = outcomes.find((outcome) => outcome.status === "rejected");
  if (!failure) return { stop };
  await stop();
  throw failure.reason;
}

type Surroundings = {
  context: Context;
  pool: pg.Pool;
  signal: AbortSignal;
  hasTimetable: boolean;
  traces: Traces | undefined;
};

type ClassRunner = {
  runner: Runner;
  /** The id that it writes into the jobs that it runs. */
  workerId: string;
};

async function startClass(
  { workers, tasks, circuit }: JobClass,
  { context: { log }, pool, signal, hasTimetable, traces }: Surroundings,
): Promise<ClassRunner> {
  const events = listenForLife(log);
  let workerId = "";
  events.once("pool:create", ({ workerPool }) => {
    workerId = workerPool.id;
  });
  const runner = await run({
    pgPool: pool,
    noHandleSignals: true,
    concurrency: workers,
    // Jobs of a named queue run one per poll, so at most two bulk mails are sent per second.
    pollInterval: 500,
    parsedCronItems: hasTimetable ? parseCronItems(CRON) : [],
    taskList: traces ? traceTasks(tasks, traces) : tasks,
    logger: openQueueLogger(log),
    events,
    // The queue calls this before it takes a job. A worker that waits here holds no job, so no job loses an attempt,
    // and another process may take the jobs meanwhile.
    ...(circuit && { forbiddenFlags: () => waitForCircuit(circuit, signal) }),
  });
  return { runner, workerId };
}

/** Releases this process's running jobs for retry elsewhere; returns how many. */
async function giveBack(pool: pg.Pool, runners: readonly ClassRunner[]): Promise<number> {
  const client = await pool.connect();
  try {
    const workers = runners.map(({ workerId }) => workerId);
    return await freeJobsOf(workers, client, ENDED_SECONDS);
  } finally {
    client.release();
  }
}

/** @throws when the work fails, or is not done in time */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const isDone = new AbortController();
  const late = setTimeout(ms, undefined, { signal: isDone.signal }).then(() => {
    throw new Error(`not done within ${ms} ms`);
  });
  return Promise.race([work, late]).finally(() => isDone.abort());
}

/** Waits until no connection is in use: the queue itself does not wait until the end of its last jobs is recorded. */
async function untilIdle(pool: pg.Pool, signal: AbortSignal): Promise<void> {
  while (pool.waitingCount > 0 || pool.totalCount > pool.idleCount)
    if (!(await once(pool, "release", { signal }).catch(() => {}))) return;
}

/** Records a span for each job. */
function traceTasks(tasks: TaskList, traces: Traces): TaskList {
  return recordOf(
    Object.keys(tasks),
    (name): Task =>
      async (payload, helpers) => {
        const span = traces.begin(name, { "job.id": helpers.job.id, "job.attempt": helpers.job.attempts });
        try {
          await span.run(() => tasks[name]?.(payload, helpers));
          span.end({});
        } catch (error) {
          span.end({}, error instanceof Error ? error.name : typeof error);
          throw error;
        }
      },
  );
}

/** Waits until a worker may take a job, or must stop. It returns null, so no job is forbidden by its flags. */
async function waitForCircuit(circuit: Circuit, signal: AbortSignal): Promise<null> {
  while (!signal.aborted && !circuit.mayBegin()) await setTimeout(LOOK_MS);
  return null;
}

/** Marks this process as alive on each connection on which the queue learns of new jobs, also after a reconnection. */
function listenForLife(log: Log): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  events.on("pool:listen:success", ({ workerPool, client }) => {
    // A connection runs one query at a time, and the queue's own query comes first.
    client.once("drain", () => {
      markWorkerAlive(client, workerPool.id).catch((error: unknown) => {
        log.warn({ err: error }, "could not say that this process works the queue");
      });
    });
  });
  return events;
}

// With this code the queue retries for hours. Any other error while it records the end of a job would end the process,
// because nothing handles that promise.
const TRY_AGAIN = "ETIMEDOUT";

function tryAgain(cause: unknown): never {
  throw Object.assign(new Error("the job queue lost the database", { cause }), { code: TRY_AGAIN });
}

/**
 * Makes the queue wait when no connection is free or the database is gone, also when the database disappears during a
 * query.
 */
function waitForDatabase(pool: pg.Pool): pg.Pool {
  const { connectionString } = pool.options;
  const patiently = () => pool.connect().then((client) => askPatiently(client, connectionString), tryAgain);
  // The pool's own `query` passes a callback.
  const connect = (callback?: Parameters<typeof pool.connect>[0]) => (callback ? pool.connect(callback) : patiently());
  return withOwn(pool, "connect", connect);
}

/**
 * Makes failed queries retryable. The database may have stored what the queue recorded, but recording it again changes
 * nothing.
 */
function askPatiently(client: pg.PoolClient, url: string | undefined): pg.PoolClient {
  const ask: (...args: unknown[]) => unknown = client.query.bind(client);
  const query = (...args: unknown[]) => {
    const answer = ask(...args);
    if (!(answer instanceof Promise)) return answer;
    return answer.catch((error: unknown) => {
      if (!isOutage(error)) throw error;
      // A connection that fell silent must not go back to the pool, and another server may be the primary now.
      void client.end();
      if (url) suspectPrimary(url);
      return tryAgain(error);
    });
  };
  return withOwn(client, "query", query);
}

/** Returns a proxy of an object in which one function is replaced. */
function withOwn<T extends object>(target: T, name: keyof T, own: (...args: never[]) => unknown): T {
  return new Proxy(target, { get: (_, key) => (key === name ? own : Reflect.get(target, key)) });
}

/**
 * Logs the errors of the queue. The queue's own message about a failed job would repeat the error's message, which may
 * contain personal data.
 */
export function openQueueLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level !== "error" && level !== "warning") return;
    const { error, job } = (meta ?? {}) as { error?: unknown; job?: Job }; // for a failed job the queue passes both
    if (job) log.warn({ err: error, task: job.task_identifier, job: job.id, attempt: job.attempts }, "a job failed");
    else log.warn({ queue: message }, "job queue");
  });
}
