import { EventEmitter } from "node:events";
import { setTimeout } from "node:timers/promises";
import { type Job, Logger, parseCronItems, type Runner, run, type WorkerEvents } from "graphile-worker";
import type pg from "pg";
import type { Circuit } from "../platform/concurrency/circuit.ts";
import type { Context } from "../platform/context.ts";
import { markWorkerAlive } from "../platform/database/jobs.ts";
import { isOutage } from "../platform/database/outage.ts";
import type { Log } from "../platform/log.ts";
import { type JobClass, listJobClasses } from "./job-classes.ts";
import { CRON } from "./tasks.ts";

/** The connections of the queue: one for each class of jobs to hear of new ones, and as many for what the workers ask. */
export const QUEUE_CONNECTIONS = 11;

/** How often a worker looks whether its mail server may be asked again. */
const LOOK_MS = 250;

/**
 * Runs the jobs of the product until stopped, each class by workers of its own. `pool` connects as the database's owner,
 * because the queue has a schema of its own.
 */
export async function startWorker(context: Context, pool: pg.Pool): Promise<{ stop(): Promise<void> }> {
  const patientPool = waitForDatabase(pool);
  const stopping = new AbortController();
  const classes = listJobClasses(context);
  // The timetable adds jobs of all classes, so any one of them may keep it.
  const starts = classes.map((jobClass, at) =>
    startClass(jobClass, { context, pool: patientPool, signal: stopping.signal, hasTimetable: at === 0 }),
  );
  const outcomes = await Promise.allSettled(starts);
  const stop = async () => {
    const stops = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value.stop()] : []));
    stopping.abort();
    await Promise.all(stops);
  };
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (!failed) return { stop };
  await stop();
  throw failed.reason;
}

type Surroundings = { context: Context; pool: pg.Pool; signal: AbortSignal; hasTimetable: boolean };

function startClass(
  { workers, tasks, circuit }: JobClass,
  { context: { log }, pool, signal, hasTimetable }: Surroundings,
): Promise<Runner> {
  return run({
    pgPool: pool,
    noHandleSignals: true,
    concurrency: workers,
    // The next job of a named queue waits for the next poll, so at most two bulk mails are sent a second.
    pollInterval: 500,
    parsedCronItems: hasTimetable ? parseCronItems(CRON) : [],
    taskList: tasks,
    logger: openQueueLogger(log),
    events: listenForLife(log),
    // The queue asks this before it takes a job. What a job waits for here is not counted as a try, and another process
    // may take it meanwhile.
    ...(circuit && { forbiddenFlags: () => waitForCircuit(circuit, signal) }),
  });
}

/** Waits until a worker may take a job, or must stop. No flag of a job is forbidden. */
async function waitForCircuit(circuit: Circuit, signal: AbortSignal): Promise<null> {
  while (!signal.aborted && !circuit.mayBegin()) await setTimeout(LOOK_MS);
  return null;
}

/** Each connection on which the queue hears of new jobs, the first and those after a loss, also says that this process lives. */
function listenForLife(log: Log): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  events.on("pool:listen:success", ({ workerPool, client }) => {
    // A connection takes one query at a time, and the queue's own comes first.
    client.once("drain", () => {
      markWorkerAlive(client, workerPool.id).catch((error: unknown) => {
        log.warn({ err: error }, "could not say that this process works the queue");
      });
    });
  });
  return events;
}

// The queue tries again, for hours, what fails with this code. What else it meets when it records the end of a job would
// end the process, because nobody waits for that promise.
const TRY_AGAIN = "ETIMEDOUT";

function tryAgain(cause: unknown): never {
  throw Object.assign(new Error("the job queue lost the database", { cause }), { code: TRY_AGAIN });
}

/** Lets the queue wait where no connection is free, or the database goes away, also while it answers. */
function waitForDatabase(pool: pg.Pool): pg.Pool {
  const patiently = () => pool.connect().then(askPatiently, tryAgain);
  // The pool's own `query` passes a callback.
  const connect = (callback?: Parameters<typeof pool.connect>[0]) => (callback ? pool.connect(callback) : patiently());
  return withOwn(pool, "connect", connect);
}

/** What the queue was told to record may have been stored: to record it again changes nothing. */
function askPatiently(client: pg.PoolClient): pg.PoolClient {
  const ask: (...args: unknown[]) => unknown = client.query.bind(client);
  const query = (...args: unknown[]) => {
    const answer = ask(...args);
    if (!(answer instanceof Promise)) return answer;
    return answer.catch((error: unknown) => {
      if (!isOutage(error)) throw error;
      // One that fell silent would be given to the next one who asks.
      void client.end();
      return tryAgain(error);
    });
  };
  return withOwn(client, "query", query);
}

/** The same object to whoever is given it, but for one of its functions. */
function withOwn<T extends object>(target: T, name: keyof T, own: (...args: never[]) => unknown): T {
  return new Proxy(target, { get: (_, key) => (key === name ? own : Reflect.get(target, key)) });
}

/** Logs the errors of the queue. Its own message about a failed job would repeat the error's message, which may be personal. */
export function openQueueLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level !== "error" && level !== "warning") return;
    const { error, job } = (meta ?? {}) as { error?: unknown; job?: Job }; // of a failed job it gives both
    if (job) log.warn({ err: error, task: job.task_identifier, job: job.id, attempt: job.attempts }, "a job failed");
    else log.warn({ queue: message }, "job queue");
  });
}
