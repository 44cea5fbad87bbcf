import { randomBytes } from "node:crypto";
import { brand } from "@caramelo/contract/brand/brand";
import { findRunningPostgres, startEmbeddedPostgres } from "@caramelo/embedded-postgres";
import pg from "pg";
import { PRODUCT_NAME } from "../product-name.ts";
import { APP_ROLE, type Connection, withClient } from "./database.ts";

const DATABASE = PRODUCT_NAME;
const APPLICATION = {
  id: PRODUCT_NAME,
  title: brand.name,
  advice: {
    useOtherServer: "set DATABASE_URL to a PostgreSQL of your own",
    useOtherFolder: "give this one another DATA_DIR",
  },
};

type Options = {
  databaseUrl: string | undefined;
  dataDir: string;
  say: (line: string) => void;
  settings?: Record<string, string>;
};

/** Opens the configured database server, or starts the embedded PostgreSQL until `stop`. */
export async function openServer(options: Options): Promise<{ connection: Connection; stop(): Promise<void> }> {
  const { databaseUrl, say, ...embedded } = options;
  if (databaseUrl) return { connection: { connectionString: databaseUrl }, stop: async () => {} };
  const server = await startEmbeddedPostgres({ application: APPLICATION, log: say, ...embedded });
  const connection = { ...server.connection, database: DATABASE };
  await ensureDatabase(connection);
  return { connection, stop: () => server.stop() };
}

/**
 * Opens the server for a command that reads while the product may be running. If a running product has started the
 * server, the command uses that server and leaves it running. If none has, this function does the same as `openServer`,
 * so that the product cannot start meanwhile.
 */
export async function openServerBeside(options: Options): ReturnType<typeof openServer> {
  try {
    return await openServer(options);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "IN_USE")) throw error;
    const runningServer = findRunningPostgres({ application: APPLICATION, dataDir: options.dataDir });
    if (!runningServer) throw error;
    return { connection: { ...runningServer, database: DATABASE }, stop: async () => {} };
  }
}

async function ensureDatabase(connection: { database: string } & Exclude<Connection, { connectionString: string }>) {
  await withClient({ ...connection, database: "postgres" }, async (client) => {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [connection.database]);
    if (!rowCount) await client.query(`create database ${pg.escapeIdentifier(connection.database)}`);
  });
}

/**
 * Returns the connection that the product uses after the migrations. It signs in as the product's own role, which no
 * statement can leave, with a password that is valid while this process runs. Returns undefined for a configured
 * database, where the product may not set that password.
 */
export async function findAppConnection(connection: Connection): Promise<Connection | undefined> {
  if ("connectionString" in connection) return undefined;
  const password = randomBytes(24).toString("base64url");
  await withClient(connection, async (client) => {
    await client.query(`alter role ${APP_ROLE} login password ${pg.escapeLiteral(password)}`);
    await removeOwnPrivileges(client, pg.escapeIdentifier(connection.database));
  });
  return { ...connection, user: APP_ROLE, password };
}

/**
 * Removes what a role can do without rights on tables: change its own defaults, and create temporary tables that hide
 * real ones from the next user of the connection.
 */
async function removeOwnPrivileges(client: pg.Client, database: string): Promise<void> {
  // Defaults that the role set for itself, such as being read-only, would survive every restart.
  await client.query(`alter role ${APP_ROLE} reset all`);
  await client.query(`alter role ${APP_ROLE} in database ${database} reset all`);
  // PostgreSQL finds a temporary table before the real one of the same name.
  await client.query(`revoke temporary on database ${database} from public`);
}
