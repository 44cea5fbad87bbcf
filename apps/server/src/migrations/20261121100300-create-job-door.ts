import { type Kysely, sql } from "kysely";

/**
 * The queue belongs to the database's owner, and lives in a schema of its own. Through this door the product adds a job
 * in the transaction that makes it necessary; it can do nothing else there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function add_product_job(
      task text, payload json, job_key text, run_at timestamptz, priority int default null, queue_name text default null
    ) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      perform graphile_worker.add_job(
        task, payload => payload, job_key => job_key, run_at => run_at, priority => priority, queue_name => queue_name,
        job_key_mode => 'preserve_run_at');
    end $$`.execute(db);
  await sql`revoke execute on function add_product_job from public`.execute(db);
  await sql`select grant_to_app('execute', 'function add_product_job')`.execute(db);
}
