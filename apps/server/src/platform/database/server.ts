import { randomBytes } from "node:crypto";
import pg from "pg";
import { startEmbeddedPostgres } from "../embedded-postgres/embedded-postgres.ts";
import { APP_ROLE, type Connection, withClient } from "./database.ts";

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
  await withClient({ ...connection, database: "postgres" }, async (client) => {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [connection.database]);
    if (!rowCount) await client.query(`create database ${pg.escapeIdentifier(connection.database)}`);
  });
}

/**
 * How the product itself connects, after the migrations: as its own role, which no statement can step out of, with a
 * password that lives as long as this process. undefined when the configured database does not let us arrange that.
 */
export async function findAppConnection(connection: Connection): Promise<Connection | undefined> {
  if ("connectionString" in connection) return undefined;
  const password = randomBytes(24).toString("base64url");
  await withClient(connection, async (client) => {
    await client.query(`alter role ${APP_ROLE} login password ${pg.escapeLiteral(password)}`);
    await shutSideDoors(client, pg.escapeIdentifier(connection.database));
  });
  return { ...connection, user: APP_ROLE, password };
}

/** What a role may do to itself, or to whoever uses its connection next, whatever rights it has on tables. */
async function shutSideDoors(client: pg.Client, database: string): Promise<void> {
  // Defaults that it gave itself, such as being read-only, would outlive every restart.
  await client.query(`alter role ${APP_ROLE} reset all`);
  await client.query(`alter role ${APP_ROLE} in database ${database} reset all`);
  // A temporary table is found before the real one of its name.
  await client.query(`revoke temporary on database ${database} from public`);
}
