import { CamelCasePlugin, Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { nameStatements } from "./named-statements.ts";
import type { DB } from "./types.generated.ts";

/** A database handle or a transaction: queries cannot tell which. */
export type Db = Kysely<DB>;

/** Where the database is: an address, or the parts of one. */
export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; password: string; database: string };

/** The role whose rights the migrations grant one by one. */
export const APP_ROLE = "caramelo_app";

// Whole numbers of 64 bits become numbers: no counter here comes near 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// A day stays a text, "2026-11-21": as a Date it would move with the machine's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/**
 * Opens a pool. `role` makes every connection work with that role's rights only.
 * `onLost` hears of idle connections that the server ended; the pool opens new ones by itself.
 */
export function openDatabase(
  connection: Connection,
  options: { role?: string; max?: number; onLost?: (error: Error) => void } = {},
) {
  const pool = new pg.Pool({
    ...connection,
    max: options.max ?? 16,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: "caramelo",
    options: [
      // Nothing honest holds a row for seconds, and strangers may wait behind the one who waits for it.
      "-c timezone=UTC -c lock_timeout=3s -c statement_timeout=15s -c idle_in_transaction_session_timeout=30s",
      options.role ? `-c role=${options.role}` : "",
    ].join(" "),
  });
  let isClosing = false;
  const onLost = (error: Error) => isClosing || options.onLost?.(error);
  pool.on("error", onLost);
  const names = new Map<string, string>();
  pool.on("connect", (client) => {
    client.on("error", onLost);
    nameStatements(client, names);
  });
  const db: Db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] });
  const close = async () => {
    isClosing = true;
    await db.destroy();
    // Kysely ends a pool only when it was the one to use it.
    if (!pool.ended) await pool.end();
  };
  return { db, pool, close };
}

/** Works on one connection that is opened for it and closed again. */
export async function withClient<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Whether the connected user may act as the product's own role. */
export async function mayActAsApp(connection: Connection): Promise<boolean> {
  const question = "select pg_has_role(current_user, oid, 'MEMBER') as may from pg_roles where rolname = $1";
  const { rows } = await withClient(connection, (client) => client.query(question, [APP_ROLE]));
  return rows[0]?.may === true;
}
