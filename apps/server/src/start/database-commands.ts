import { writeFile } from "node:fs/promises";
import { sql } from "kysely";
import { connectionUrl } from "../platform/database/connection-url.ts";
import { type Connection, type Db, openDatabase } from "../platform/database/database.ts";
import { generateTypes, TYPES_FILE } from "../platform/database/generate-types.ts";
import { migrate } from "../platform/database/migrate.ts";
import { readStep } from "../platform/database/migration-step-rules.ts";
import type { Config } from "./config.ts";

const MIGRATIONS = new URL("../migrations/", import.meta.url);

type Say = (line: string) => void;

const HOW_TO_NAME = `Say whether the last release works on with it, and name it verb-noun:
  npm run db:new -- expand add-nickname
  npm run db:new -- contract 20261210090000 drop-name     (the stamp of the landed step since which nothing uses it)`;

/** Makes the file of a new migration: docs/topics/migrations-and-upgrades.md. */
export async function writeMigration(args: readonly string[], say: Say): Promise<void> {
  const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const name = [stamp, ...args].join("-");
  if (!readStep(name)) throw new Error(HOW_TO_NAME);
  const file = new URL(`${name}.ts`, MIGRATIONS);
  const text = `import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql\`\`.execute(db);
}
`;
  await writeFile(file, text, { flag: "wx" });
  say(`Made ${file.pathname}`);
}

/** Migrates the database and generates the types of its tables. */
export async function writeTypes(connection: Connection, say: Say): Promise<void> {
  await migrate(connection);
  await writeFile(TYPES_FILE, await generateTypes(connectionUrl(connection)));
  say("Wrote the database types.");
}

/** Empties a developer's database. */
export async function resetDatabase({ mode }: Pick<Config, "mode">, connection: Connection, say: Say): Promise<void> {
  if (mode === "production") throw new Error("db:reset refuses: MODE is production.");
  const { db, close } = openDatabase(connection);
  try {
    const members = await countMembers(db);
    // A development database has a few hundred demo members and some test accounts.
    if (members > 1_000) throw new Error(`db:reset refuses: this database has ${members} members.`);
    await sql`drop schema public cascade`.execute(db);
    await sql`drop schema if exists graphile_worker cascade`.execute(db);
    await sql`create schema public`.execute(db);
  } finally {
    await close();
  }
  await migrate(connection);
  say("The database is empty and up to date.");
}

/** Returns the number of members; 0 for a database before its first migration. */
async function countMembers(db: Db): Promise<number> {
  const { rows } = await sql<{ name: string | null }>`select to_regclass('public.member')::text as name`.execute(db);
  if (!rows[0]?.name) return 0;
  const { count } = await db
    .selectFrom("member")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
