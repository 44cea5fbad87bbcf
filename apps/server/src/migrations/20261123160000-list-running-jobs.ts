import { type Kysely, sql } from "kysely";

/** What runs, so that the team sees a job that hangs. And of two who have a job tried again at once, one does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function running_jobs(at_most integer) returns table (
      id bigint, task text, started_at timestamptz
    ) language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      return query
        select j.id, j.task_identifier::text, j.locked_at
        from graphile_worker.jobs j
        where j.locked_at is not null
        order by j.locked_at, j.id
        limit at_most;
    end $$`.execute(db);
  await sql`comment on function running_jobs is 'Jobs that a process works on, the longest first'`.execute(db);
  await sql`revoke execute on function running_jobs(integer) from public`.execute(db);
  await sql`select grant_to_app('execute', 'function running_jobs(integer)')`.execute(db);

  await sql`
    create or replace function retry_failed_job(job bigint) returns text
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    declare
      task text;
    begin
      perform from graphile_worker._private_jobs j
        where j.id = job and j.locked_at is null and j.attempts >= j.max_attempts
        for update;
      if not found then
        return null;
      end if;
      select j.task_identifier into task from graphile_worker.jobs j where j.id = job;
      perform graphile_worker.reschedule_jobs(array[job], run_at => now(), attempts => 0);
      return task;
    end $$`.execute(db);
}
