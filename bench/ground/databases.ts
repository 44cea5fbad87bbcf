import { createHash } from "node:crypto";
import { chmod, mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { withDatabase } from "../../apps/server/src/platform/database/connection-url.ts";
import { type Connection, withClient } from "../../apps/server/src/platform/database/database.ts";
import { migrate } from "../../apps/server/src/platform/database/migrate.ts";
import { openServer } from "../../apps/server/src/platform/database/server.ts";
import { note } from "../report.ts";

/** Kept between runs; outside the product's data, ignored by git. */
export const CACHE = fileURLToPath(new URL("../.cache/", import.meta.url));
const MIGRATIONS = fileURLToPath(new URL("../../apps/server/src/migrations/", import.meta.url));
const MEMBERS_SQL = fileURLToPath(new URL("members.sql", import.meta.url));

/** While members are made nothing has to survive a power cut, and there is much to sort. */
const LOADING = {
  fsync: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_wal_size: "8GB",
  shared_buffers: "512MB",
  maintenance_work_mem: "512MB",
  work_mem: "128MB",
};
/** An operator's defaults, with room for the servers that are compared and stand side by side. */
const MEASURING = { max_connections: "160" };

type Server = Awaited<ReturnType<typeof openServer>>;

/** The embedded PostgreSQL with one database of the product's schema for each number of members. Must be stopped. */
export async function openGround(sizes: number[]) {
  await mkdir(CACHE, { recursive: true });
  // As root PostgreSQL runs as another user, who must be able to pass.
  await chmod(CACHE, 0o711);
  const stamp = await stampOfMembers();
  const missing = await withServer(MEASURING, (server) => listMissing(server.connection, sizes, stamp));
  if (missing.length > 0) {
    await withServer(LOADING, async ({ connection }) => {
      for (const size of missing) await makeDatabase(connection, size, stamp);
    });
  }
  const server = await open(MEASURING);
  return {
    connectionFor: (size: number) => withDatabase(server.connection, nameOf(size)),
    stop: () => server.stop(),
  };
}

const nameOf = (size: number) => `bench_${size}`;
const open = (settings: Record<string, string>) =>
  openServer({ databaseUrl: undefined, dataDir: join(CACHE, "postgres-data"), say: note, settings });

async function withServer<T>(settings: Record<string, string>, work: (server: Server) => Promise<T>): Promise<T> {
  const server = await open(settings);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** What the members are made of: the schema and the script. */
async function stampOfMembers(): Promise<string> {
  const migrations = (await readdir(MIGRATIONS)).filter((file) => file.endsWith(".ts")).sort();
  const hash = createHash("sha256");
  for (const file of [...migrations.map((name) => join(MIGRATIONS, name)), MEMBERS_SQL]) {
    hash.update(await readFile(file));
  }
  return hash.digest("hex");
}

/** A database that was left half made, or made for another schema, counts as missing. */
function listMissing(connection: Connection, sizes: number[], stamp: string): Promise<number[]> {
  return withClient(withDatabase(connection, "postgres"), async (client) => {
    const question = "select datname from pg_database where shobj_description(oid, 'pg_database') = $1";
    const { rows } = await client.query<{ datname: string }>(question, [stamp]);
    const made = new Set(rows.map((row) => row.datname));
    return sizes.filter((size) => !made.has(nameOf(size)));
  });
}

async function makeDatabase(server: Connection, size: number, stamp: string): Promise<void> {
  note(`Making ${size} members (kept in bench/.cache) …`);
  const started = performance.now();
  const name = nameOf(size);
  await withClient(withDatabase(server, "postgres"), async (client) => {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name}`);
  });
  const connection = withDatabase(server, name);
  await migrate(connection);
  await withClient(connection, (client) => fill(client, size));
  await withClient(withDatabase(server, "postgres"), async (client) => {
    await client.query("checkpoint");
    await client.query(`comment on database ${name} is '${stamp}'`);
  });
  note(`Made in ${((performance.now() - started) / 1000).toFixed(0)} s.`);
}

async function fill(client: pg.Client, size: number): Promise<void> {
  const indexes = await putIndexesAside(client);
  const script = await readFile(MEMBERS_SQL, "utf8");
  await client.query(script.replaceAll(":members", String(size)));
  for (const index of indexes) await client.query(index);
  await client.query("vacuum (analyze)");
}

/** Drops the indexes that no constraint needs and answers how to make them again: once is faster than row by row. */
async function putIndexesAside(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace and not indisprimary
      and not exists (select from pg_constraint where conindid = indexrelid)`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map((row) => row.definition);
}
