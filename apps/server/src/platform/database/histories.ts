import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { listMigrations, loadMigration } from "./migrations.ts";

// One baseline replaced the older migrations. A database therefore has one of two histories: the baseline and what
// followed it, or the old steps and what followed the baseline. Each start turns the second kind into the first:
// docs/topics/migrations-and-upgrades.md.

const BASELINE = { first: "20261127050000-create-app-role", last: "20261127052500-version-what-decides-sends" };

type Migrations = Record<string, Migration>;

export const isOldStep = (name: string): boolean => name < BASELINE.first;

/** Loads a migration only when it runs: most starts run none, and loading all of them would dominate the start. */
const openMigration = (name: string): Migration => ({
  up: async (db) => {
    const { up } = await loadMigration(name);
    await up(db);
  },
});

const openMigrations = (names: readonly string[]): Migrations =>
  Object.fromEntries(names.map((name) => [name, openMigration(name)]));

/**
 * Reads the SQL of the old steps, without the rows of cities: every database that stopped at one of these steps already
 * has the cities from the first step, and a backup brings its own.
 */
async function readOldSteps(): Promise<Record<string, string>> {
  const { default: steps } = await import("../../migrations/old-steps.json", { with: { type: "json" } });
  return steps;
}

export const readMigrations = async (): Promise<Migrations> => openMigrations(await listMigrations());

/** Returns the migrations of a database that began before the baseline. */
export async function readOldHistory(): Promise<Migrations> {
  const steps = Object.entries(await readOldSteps()).map(([name, text]): [string, Migration] => [
    name,
    { up: async (db) => void (await sql.raw(text).execute(db)) },
  ]);
  const followers = (await listMigrations()).filter((name) => name > BASELINE.last);
  return { ...Object.fromEntries(steps), ...openMigrations(followers) };
}

/** Returns the names of all migrations of each history, in their order. */
export async function listHistories(): Promise<string[][]> {
  return [await listMigrations(), Object.keys(await readOldHistory())];
}

/** Records a database at the end of the old history as one that the baseline made. */
export async function recordBaseline(trx: Kysely<unknown>): Promise<void> {
  const names = (await listMigrations()).filter((name) => name <= BASELINE.last);
  // The baseline gets the time of the first old step, because it must stay before the migrations that followed it.
  await sql`
    with old as (delete from kysely_migration where name < ${BASELINE.first} returning timestamp)
    insert into kysely_migration (name, timestamp)
    select name, (select min(timestamp) from old) from unnest(${names}::text[]) name`.execute(trx);
  await sql.raw(RENAME_CONSTRAINTS).execute(trx);
}

// Since PostgreSQL 18 a "not null" is a constraint with a name, which does not change when its column is renamed.
const RENAME_CONSTRAINTS = `
  do $$
  declare
    former record;
  begin
    for former in
      select conrelid::regclass as table_name, conname, format('%s_%s_not_null', relname, attname) as name
      from pg_constraint join pg_class on pg_class.oid = conrelid
        join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'n' and connamespace = 'public'::regnamespace
        and (conname like 'stream\\_mark\\_%' or conname like '%\\_push\\_news\\_%')
    loop
      execute format('alter table %s rename constraint %I to %I', former.table_name, former.conname, former.name);
    end loop;
  end $$`;
