import { sql } from "kysely";
import type { ClientBase } from "pg";
import type { Db } from "./database.ts";

/** Runs before all other jobs of its class (start/tasks.ts). For mails that a person is waiting for. */
export const FIRST: JobTiming = { priority: -10 };
/** Runs after all other jobs of its class. */
export const LAST: JobTiming = { priority: 10 };
/** Runs after all other jobs of its class, and one at a time over all processes. */
export const LAST_IN_LINE: JobTiming = { ...LAST, queue: "notification-mail" };

/** The payload of each job. `start/jobs.ts` fills it from the declarations. */
// biome-ignore lint/suspicious/noEmptyInterface: only an interface can be filled elsewhere
export interface JobPayloads {}
export type JobName = Extract<keyof JobPayloads, string>;

export type JobTiming = {
  /** A job with the key of a waiting job replaces that job and, unless that was tried before, keeps its time. */
  key?: string;
  runAt?: Date;
  /** The due job with the lowest priority runs first. The default is 0. */
  priority?: number;
  /** Jobs of one queue run one after the other. */
  queue?: string;
};

/** Adds a job in the caller's transaction, so that the job exists only if the transaction commits. */
export async function addJob<Name extends JobName>(
  db: Db,
  task: Name,
  payload: JobPayloads[Name],
  when: JobTiming = {},
): Promise<void> {
  const { key = null, runAt = null, priority = null, queue = null } = when;
  await sql`
    select add_app_job(
      ${task}, ${JSON.stringify(payload)}::json, ${key}, ${runAt}::timestamptz, ${priority}::int, ${queue})`.execute(
    db,
  );
}

/**
 * Takes a lock that marks this process as working on the queue. The lock lasts as long as the connection: however the
 * process ends, the database releases it. `workerId` is the id that the process writes into the jobs that it runs.
 */
export async function markWorkerAlive(client: Pick<ClientBase, "query">, workerId: string): Promise<void> {
  await client.query("select pg_advisory_lock_shared(hashtext('queue worker'), hashtext($1))", [workerId]);
}

/**
 * A restart of the database and a failover end the connections of all processes, and the queue takes up to a minute to
 * connect again. Until one of its connections is this old, a missing lock means nothing.
 */
export const STANDING_SECONDS = 120;

// A process that has just started has a minute to take its lock before it counts as dead.
const DEAD_WORKERS = `
  with alive as (
    select objid, backend_start from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and objsubid = 2 and granted
      and database = (select oid from pg_database where datname = current_database())
      and classid = (hashtext('queue worker')::bigint & 4294967295)::oid
  )
  select distinct locked_by as worker
  from (
    select locked_by, locked_at from graphile_worker._private_jobs where locked_at is not null
    union all
    select locked_by, locked_at from graphile_worker._private_job_queues where locked_at is not null
  ) held
  where locked_at < now() - interval '1 minute'
    and not exists (select from alive where objid = (hashtext(locked_by)::bigint & 4294967295)::oid)
    and exists (select from alive where backend_start < now() - make_interval(secs => $1))`;

// When a job is added with the key of a running job, the queue sets the running one's attempts to the maximum, because
// the new job does the work. A job that really used up its attempts, by ending its process each time, is older than a
// day, because the wait before each attempt grows.
const JOBS_OF = `
  select id, attempts >= max_attempts and last_error is null and created_at > now() - interval '1 day' as "isReplaced"
  from graphile_worker.jobs where locked_by = any($1)`;

/**
 * Frees the jobs and named queues that dead processes hold; the queue itself would do so only after four hours. `owner`
 * is a connection of the database's owner. Returns how many jobs are tried again.
 */
export async function freeJobsOfTheDead(
  owner: Pick<ClientBase, "query">,
  standingForSeconds = STANDING_SECONDS,
): Promise<number> {
  const { rows } = await owner.query<{ worker: string }>(DEAD_WORKERS, [standingForSeconds]);
  if (rows.length === 0) return 0;
  return freeJobsOf(
    rows.map(({ worker }) => worker),
    owner,
  );
}

/**
 * Frees what these workers hold for a retry after `waitSeconds` or, after many attempts, later. `owner` is a connection
 * of the database's owner. Returns how many jobs are tried again.
 */
export async function freeJobsOf(
  workers: readonly string[],
  owner: Pick<ClientBase, "query">,
  waitSeconds = 0,
): Promise<number> {
  await owner.query("begin");
  try {
    const { rows: jobs } = await owner.query<{ id: number; isReplaced: boolean }>(JOBS_OF, [workers]);
    const idsOf = (isReplaced: boolean) => jobs.filter((job) => job.isReplaced === isReplaced).map(({ id }) => id);
    const again = idsOf(false);
    await owner.query("select graphile_worker.force_unlock_workers($1)", [workers]);
    await owner.query("select from graphile_worker.complete_jobs($1::bigint[])", [idsOf(true)]);
    await owner.query(
      `select graphile_worker.reschedule_jobs(
        array[id],
        run_at => greatest(run_at, now()) + greatest(exp(least(attempts, 10)), $2) * interval '1 second')
      from graphile_worker.jobs where id = any($1::bigint[])`,
      [again, waitSeconds],
    );
    await owner.query("commit");
    return again.length;
  } catch (error) {
    await owner.query("rollback");
    throw error;
  }
}
