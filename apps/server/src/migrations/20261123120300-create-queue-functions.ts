import { type Kysely, sql } from "kysely";

/**
 * The queue belongs to the database's owner. Through these functions the product sees how it does, without payloads and
 * error messages, which may name people, and has a failed job tried again; it can do nothing else there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function queue_health() returns table (
      waiting integer, running integer, planned integer, retrying integer, failed integer, oldest_due_at timestamptz
    ) language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      return query
        select
          (count(*) filter (where j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= now()))::integer,
          (count(*) filter (where j.locked_at is not null))::integer,
          (count(*) filter (where j.locked_at is null and j.attempts = 0 and j.run_at > now()))::integer,
          (count(*) filter (
            where j.locked_at is null and j.attempts > 0 and j.attempts < j.max_attempts and j.run_at > now()))::integer,
          (count(*) filter (where j.locked_at is null and j.attempts >= j.max_attempts))::integer,
          min(j.run_at) filter (where j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= now())
        from graphile_worker.jobs j;
    end $$`.execute(db);
  await sql`
    create function failed_jobs(at_most integer) returns table (
      id bigint, task text, attempts integer, failed_at timestamptz
    ) language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      return query
        select j.id, j.task_identifier::text, j.attempts::integer, j.updated_at
        from graphile_worker.jobs j
        where j.locked_at is null and j.attempts >= j.max_attempts
        order by j.updated_at desc, j.id desc
        limit at_most;
    end $$`.execute(db);
  await sql`comment on function failed_jobs is 'Jobs that are not tried again by themselves, the latest first'`.execute(
    db,
  );
  await sql`
    create function retry_failed_job(job bigint) returns text
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    declare
      task text;
    begin
      select j.task_identifier into task from graphile_worker.jobs j
        where j.id = job and j.locked_at is null and j.attempts >= j.max_attempts;
      if task is not null then
        perform graphile_worker.reschedule_jobs(array[job], run_at => now(), attempts => 0);
      end if;
      return task;
    end $$`.execute(db);
  await sql`comment on function retry_failed_job is 'The task of the job; null when there is no such failed job'`.execute(
    db,
  );
  for (const signature of ["queue_health()", "failed_jobs(integer)", "retry_failed_job(bigint)"]) {
    await sql`revoke execute on function ${sql.raw(signature)} from public`.execute(db);
    await sql`select grant_to_app('execute', ${sql.lit(`function ${signature}`)})`.execute(db);
  }
}
