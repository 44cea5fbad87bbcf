import { sql } from "kysely";
import type { ClientBase } from "pg";
import type { Db } from "./database.ts";

/** Runs before all other jobs: a member is waiting for this mail. */
export const FIRST: When = { priority: -10 };
/** Runs after all other jobs. */
export const LAST: When = { priority: 10 };
/** Runs after all other jobs, and one at a time, so that a slow mail server delays only bulk mails. */
export const LAST_IN_LINE: When = { ...LAST, queue: "notification-mail" };

type When = {
  /** A job with the key of a waiting job is the same job: it runs once, at the earlier time. */
  key?: string;
  runAt?: Date;
  /** Of the due jobs, the one with the lowest priority runs first; 0 by default. */
  priority?: number;
  /** Jobs of one queue run one after the other. */
  queue?: string;
};

/** Adds a job in the caller's transaction, so that it exists only if that commits. */
export async function addJob(db: Db, task: string, payload: object, when: When = {}): Promise<void> {
  const { key = null, runAt = null, priority = null, queue = null } = when;
  await sql`
    select add_app_job(
      ${task}, ${JSON.stringify(payload)}::json, ${key}, ${runAt}::timestamptz, ${priority}::int, ${queue})`.execute(
    db,
  );
}

const KEEP_FAILED_MS = 7 * 86_400_000;

/**
 * Removes jobs whose last attempt failed a week ago, because their payloads may name people. `owner` is a connection of
 * the database's owner. Answers how many it removed.
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
