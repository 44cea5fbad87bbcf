import { Logger, runMigrations } from "graphile-worker";
import { CamelCasePlugin, Kysely, PostgresDialect } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import pg from "pg";
import type { Connection, Db } from "./database.ts";
import { listMigrations, loadMigration } from "./migration-files.ts";

async function readMigrations(): Promise<Record<string, Migration>> {
  return Object.fromEntries((await listMigrations()).map((name) => [name, openMigration(name)]));
}

/** A migration that is loaded when it runs: at most starts none does, and to load them all takes longer than the rest. */
const openMigration = (name: string): Migration => ({
  up: async (db) => {
    const { up } = await loadMigration(name);
    await up(db);
  },
});

/** Makes the schema as it was after a migration, in the caller's transaction, without the queue of jobs. */
export async function migrateTo(trx: Db, name: string): Promise<void> {
  const migrator = new Migrator({ db: trx, provider: { getMigrations: readMigrations } });
  const { error } = await migrator.migrateTo(name);
  if (error) throw error;
}

/** Brings the schema up to date and answers the names of the migrations that ran. Two processes may do it at once. */
export function migrate(connection: Connection): Promise<string[]> {
  return withPool(connection, async (pool) => {
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] });
    const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } });
    const { error, results } = await migrator.migrateToLatest();
    if (error) throw error;
    await migrateQueue(pool);
    return (results ?? []).map((result) => result.migrationName);
  });
}

/** Makes the tables of the job queue, and nothing of the product. */
export const prepareQueue = (connection: Connection): Promise<void> => withPool(connection, migrateQueue);

/** The job queue's own tables, which `add_app_job` writes to. */
async function migrateQueue(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) });
  await pool.query(INDEX_TASKS);
}

// Workers of one class of jobs look past those of all others, of which a hundred thousand may wait: by the queue's own
// indexes each look then reads them all, for 40 ms. Of processes that start at once one makes the index, the others find it.
const INDEX_TASKS = `
  do $$ begin
    perform pg_advisory_xact_lock(hashtext('jobs_task_index'));
    if to_regclass('graphile_worker.jobs_task_index') is null then
      create index jobs_task_index on graphile_worker._private_jobs (task_id, priority, run_at) where is_available;
    end if;
  end $$`;

async function withPool<T>(connection: Connection, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ ...connection, max: 2 });
  // A broken connection fails the statement that it runs. These listeners only keep its error from ending the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
