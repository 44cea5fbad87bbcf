import { sql } from "kysely";
import type { ClientBase } from "pg";
import type { Db } from "./database.ts";

/** Before everything else: somebody waits with their mail program open. */
export const FIRST: When = { priority: -10 };
/** After everything else. */
export const LAST: When = { priority: 10 };
/** And one at a time: a mail server that hangs over news holds up nothing but news. */
export const LAST_IN_LINE: When = { ...LAST, queue: "news-mail" };

type When = {
  /** A job that waits under the same key is the same job: it runs once, at its first time. */
  key?: string;
  runAt?: Date;
  /** Of jobs that are due the lowest goes first; 0 when not given. */
  priority?: number;
  /** Jobs of one queue run one after the other. */
  queue?: string;
};

/** Adds a job in the caller's transaction: it exists if and only if that commits. */
export async function addJob(db: Db, task: string, payload: object, when: When = {}): Promise<void> {
  const { key = null, runAt = null, priority = null, queue = null } = when;
  await sql`
    select add_product_job(
      ${task}, ${JSON.stringify(payload)}::json, ${key}, ${runAt}::timestamptz, ${priority}::int, ${queue})`.execute(
    db,
  );
}

const KEEP_FAILED_MS = 7 * 86_400_000;

/**
 * Removes jobs that were tried for the last time a week ago: what they carry may name people. `owner` is a connection of
 * the database's owner. Answers how many.
 */
export async function removeFailedJobs(owner: Pick<ClientBase, "query">, now: Date): Promise<number> {
  const { rowCount } = await owner.query(
    `select from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs where attempts >= max_attempts and locked_at is null and updated_at < $1
    ))`,
    [new Date(now.getTime() - KEEP_FAILED_MS)],
  );
  return rowCount ?? 0;
}
