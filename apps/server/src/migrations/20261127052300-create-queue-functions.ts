import { type Kysely, sql } from "kysely";

/**
 * The queue belongs to the database's owner, and lives in a schema of its own. Through these functions the product adds a job in
 * the transaction that makes it necessary, sees how the queue does, without payloads and error messages, which may name people,
 * and has a failed job tried again; it can do nothing else there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function add_app_job(
      task text, payload json, job_key text, run_at timestamptz, priority int default null, queue_name text default null
    ) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      perform graphile_worker.add_job(
        task, payload => payload, job_key => job_key, run_at => run_at, priority => priority, queue_name => queue_name,
        job_key_mode => 'preserve_run_at');
    end $$;
    revoke execute on function add_app_job from public;
    select grant_to_app('execute', 'function add_app_job');

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
    end $$;
    revoke execute on function queue_health from public;
    select grant_to_app('execute', 'function queue_health');

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
    end $$;
    comment on function failed_jobs is 'Jobs that are not tried again by themselves, the latest first';
    revoke execute on function failed_jobs from public;
    select grant_to_app('execute', 'function failed_jobs');

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
    end $$;
    comment on function running_jobs is 'Jobs that a process works on, the longest first';
    revoke execute on function running_jobs from public;
    select grant_to_app('execute', 'function running_jobs');

    -- Of two who have a job tried again at once, one does.
    create function retry_failed_job(job bigint) returns text
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
    end $$;
    comment on function retry_failed_job is 'The task of the job; null when there is no such failed job';
    revoke execute on function retry_failed_job from public;
    select grant_to_app('execute', 'function retry_failed_job')`.execute(db);
}
