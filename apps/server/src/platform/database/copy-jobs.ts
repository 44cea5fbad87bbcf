import type pg from "pg";
import * as z from "zod";
import { copyOut, type Rows } from "./copy-tables.ts";

/**
 * A waiting job as a backup stores it. It is not a row of the queue's own tables, because those may change with the
 * queue's releases.
 */
const KeptJob = z.object({
  task: z.string(),
  payload: z.unknown(),
  queue: z.string().nullable(),
  runAt: z.string(),
  maxAttempts: z.int(),
  key: z.string().nullable(),
  priority: z.int(),
  flags: z.array(z.string()).nullable(),
  attempts: z.int(),
  error: z.string().nullable(),
});
type KeptJob = z.output<typeof KeptJob>;

const KEPT = `
  select jsonb_build_object(
    'task', task_identifier, 'payload', payload, 'queue', jobs.queue_name, 'runAt', jobs.run_at,
    'maxAttempts', jobs.max_attempts, 'key', jobs.key, 'priority', jobs.priority,
    'flags', (select array_agg(flag) from jsonb_object_keys(jobs.flags) flag),
    'attempts', jobs.attempts, 'error', jobs.last_error)
  from graphile_worker.jobs join graphile_worker._private_jobs private using (id)
  order by jobs.id`;

/** Reads all jobs that are not done, the oldest first. Running jobs are included, because they may never finish. */
export const copyJobs = (client: pg.ClientBase): AsyncGenerator<Rows> => copyOut(client, `copy (${KEPT}) to stdout`);

/** Adds jobs that `copyJobs` read to the queue. Returns how many. */
export async function loadJobs(client: pg.ClientBase, bytes: Uint8Array): Promise<number> {
  const jobs = readLines(bytes);
  for (const job of jobs) await addKeptJob(client, job);
  return jobs.length;
}

/** A jsonb is written without line breaks and tabs, so the text format escapes nothing in it except backslashes. */
function readLines(bytes: Uint8Array): KeptJob[] {
  const lines = Buffer.from(bytes).toString("utf8").split("\n").slice(0, -1);
  return lines.map((line) => KeptJob.parse(JSON.parse(line.replaceAll("\\\\", "\\"))));
}

async function addKeptJob(client: pg.ClientBase, job: KeptJob): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `select id from graphile_worker.add_job(
      $1, payload => $2::json, queue_name => $3, run_at => $4::timestamptz, max_attempts => $5::int, job_key => $6,
      priority => $7::int, flags => $8::text[])`,
    [job.task, JSON.stringify(job.payload), job.queue, job.runAt, job.maxAttempts, job.key, job.priority, job.flags],
  );
  const ids = rows.map(({ id }) => id);
  if (job.attempts >= job.maxAttempts)
    await client.query("select graphile_worker.permanently_fail_jobs($1::bigint[], $2)", [ids, job.error ?? ""]);
  else if (job.attempts > 0)
    await client.query("select graphile_worker.reschedule_jobs($1::bigint[], attempts => $2::int)", [
      ids,
      job.attempts,
    ]);
}
