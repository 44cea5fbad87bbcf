import pg from "pg";
import { startEmbeddedPostgres } from "../embedded-postgres/embedded-postgres.ts";
import type { Connection } from "./database.ts";

const DATABASE = "caramelo";

type Options = {
  databaseUrl: string | undefined;
  dataDir: string;
  say: (line: string) => void;
  settings?: Record<string, string>;
};

/** The database to work on: the one that was configured, or our own PostgreSQL, started for as long as we live. */
export async function openServer(options: Options): Promise<{ connection: Connection; stop(): Promise<void> }> {
  const { databaseUrl, ...embedded } = options;
  if (databaseUrl) return { connection: { connectionString: databaseUrl }, stop: async () => {} };
  const server = await startEmbeddedPostgres(embedded);
  const connection = { ...server.connection, database: DATABASE };
  await ensureDatabase(connection);
  return { connection, stop: () => server.stop() };
}

async function ensureDatabase(connection: { database: string } & Exclude<Connection, { connectionString: string }>) {
  const client = new pg.Client({ ...connection, database: "postgres" });
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [connection.database]);
    if (!rowCount) await client.query(`create database ${pg.escapeIdentifier(connection.database)}`);
  } finally {
    await client.end();
  }
}
