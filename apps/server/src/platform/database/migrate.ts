import { readdir } from "node:fs/promises";
import { Logger, runMigrations } from "graphile-worker";
import { CamelCasePlugin, Kysely, PostgresDialect } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import pg from "pg";
import type { Connection } from "./database.ts";

const FOLDER = new URL("../../migrations/", import.meta.url);

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith(".ts")).sort();
  const loaded = files.map(async (file) => [file.slice(0, -3), await import(new URL(file, FOLDER).href)] as const);
  return Object.fromEntries(await Promise.all(loaded));
}

/** Brings the schema up to date and answers the names of the migrations that ran. Two processes may do it at once. */
export async function migrate(connection: Connection): Promise<string[]> {
  const pool = new pg.Pool({ ...connection, max: 2 });
  // A broken connection fails the statement that it runs. These listeners only keep its error from ending the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } });
    const { error, results } = await migrator.migrateToLatest();
    if (error) throw error;
    // The job queue's own tables, which `add_product_job` writes to.
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) });
    return (results ?? []).map((result) => result.migrationName);
  } finally {
    await db.destroy();
  }
}
