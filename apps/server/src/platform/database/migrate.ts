import { Logger, runMigrations } from "graphile-worker";
import { CamelCasePlugin, Kysely, PostgresDialect, sql } from "kysely";
import { type MigrationResultSet, Migrator } from "kysely/migration";
import type pg from "pg";
import type { Connection, Db } from "./database.ts";
import { isOldStep, readMigrations, readOldHistory, recordBaseline } from "./histories.ts";
import { makePool } from "./make-client.ts";
import { judgeLaterSteps } from "./migration-step-rules.ts";

/**
 * Builds the schema as it was after the last of the named migrations, in the caller's transaction, without the job
 * queue.
 */
export async function migrateTo(trx: Db, names: readonly string[]): Promise<void> {
  const getMigrations = names.some(isOldStep) ? readOldHistory : readMigrations;
  const { error } = await new Migrator({ db: trx, provider: { getMigrations } }).migrateTo(names.at(-1) ?? "");
  if (error) throw error;
}

/**
 * Migrates the schema and returns the names of the migrations that ran. When processes call it at the same time, one
 * continues and the others wait: the migrator reads all tables, including the job queue's, and fails when another
 * process changes them meanwhile. With a newer release's schema it changes nothing.
 * @throws when a newer release has removed what this one uses
 */
export function migrate(connection: Connection): Promise<string[]> {
  return withPool(connection, async (pool) => {
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] });
    return db.connection().execute(async (lock) => {
      await sql`select pg_advisory_lock(hashtext('migrations'))`.execute(lock);
      try {
        const old = (await hasOldSteps(db)) ? await endOldHistory(db) : [];
        const migrations = await readMigrationsBeside(db);
        const names = await runMissing(db, async () => migrations);
        await migrateQueue(pool);
        return [...old, ...names];
      } finally {
        await sql`select pg_advisory_unlock(hashtext('migrations'))`.execute(lock);
      }
    });
  });
}

/**
 * Runs each missing step in a separate transaction, so that the tables which one step locks are free again before the
 * next one builds an index: the last release keeps working meanwhile. A step that fills the rows of a large table has
 * many transactions, and restarts if it was cut off.
 */
async function runMissing(db: Kysely<unknown>, getMigrations: typeof readMigrations): Promise<string[]> {
  const options = { db, provider: { getMigrations } };
  const names: string[] = [];
  for (;;) {
    const next = (await new Migrator(options).getMigrations()).find(({ executedAt }) => executedAt === undefined);
    if (!next) return names;
    names.push(...listNames(await new Migrator({ ...options, disableTransactions: isFill(next.name) }).migrateUp()));
  }
}

const isFill = (name: string): boolean => name.includes("-expand-fill-");

function listNames({ error, results }: MigrationResultSet): string[] {
  if (error) throw error;
  return (results ?? []).map(({ migrationName }) => migrationName);
}

async function listRecorded(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(db);
  if (!rows[0]?.exists) return [];
  const recordedMigrations = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return recordedMigrations.rows.map(({ name }) => name);
}

const hasOldSteps = async (db: Kysely<unknown>): Promise<boolean> => (await listRecorded(db)).some(isOldStep);

/**
 * The migrations of this release, and those that a newer release has run, because the migrator fails if a recorded
 * migration is missing.
 */
async function readMigrationsBeside(db: Kysely<unknown>): ReturnType<typeof readMigrations> {
  const own = await readMigrations();
  const { later, breaking } = judgeLaterSteps(Object.keys(own), await listRecorded(db));
  if (breaking.length > 0) throw new Error(`${NEWER_DATABASE} (${breaking.join(", ")})`);
  return { ...own, ...Object.fromEntries(later.map((name) => [name, { up: async () => {} }])) };
}

const NEWER_DATABASE =
  "A newer release has changed the database so that this one does not work with it any more. Start that release, or a newer one: see docs/operations.md, “Upgrades”.";

/** Runs the remaining old steps of a database that began before the baseline, and records the baseline. */
async function endOldHistory(db: Kysely<unknown>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: readOldHistory } });
  const names = listNames(await migrator.migrateToLatest());
  await db.transaction().execute(recordBaseline);
  return names;
}

/** Creates the tables of the job queue, and none of the product. */
export const prepareQueue = (connection: Connection): Promise<void> => withPool(connection, migrateQueue);

async function migrateQueue(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) });
  await pool.query(INDEX_TASKS);
}

// The workers of one class of jobs must skip the jobs of all other classes, of which a hundred thousand may wait. With
// the queue's own indexes each poll would read all of them, for 40 ms. When several processes start together, one makes
// this index and the others find it.
const INDEX_TASKS = `
  do $$ begin
    perform pg_advisory_xact_lock(hashtext('jobs_task_index'));
    if to_regclass('graphile_worker.jobs_task_index') is null then
      create index jobs_task_index on graphile_worker._private_jobs (task_id, priority, run_at) where is_available;
    end if;
  end $$`;

async function withPool<T>(connection: Connection, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = makePool({ ...connection, max: 2 });
  // A broken connection fails the statement that it runs. These listeners only keep its error from ending the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
