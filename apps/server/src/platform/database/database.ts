import type { Kysely } from "kysely";
import pg from "pg";
import { PRODUCT_NAME } from "../product-name.ts";
import { openBuilder } from "./builder.ts";
import { type OwnAnnouncements, openConnections } from "./connections.ts";
import { parseMoment } from "./moment-text.ts";
import { openReads } from "./read-connections.ts";
import type { DB } from "./types.generated.ts";

/** A database or a transaction; queries work on both. */
export type Db = Kysely<DB>;

/** Where the database is: a URL, or its parts. */
export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; password: string; database: string };

/** The role whose rights the migrations grant one by one. */
export const APP_ROLE = `${PRODUCT_NAME}_app`;

// Whole numbers of 64 bits become numbers: no counter here comes near 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseMoment);
// A day stays a text, such as "2026-11-21": as a Date it would change with the machine's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** As many batches of messages are stored beside each other (platform/concurrency/batcher.ts), one over each. */
const SENDS_MAX = 2;
// The statements of a send find few rows by their keys, and lists as parameters would make PostgreSQL plan them anew each
// time. One plan for all values is made once, perhaps while a table is still empty, so what reads whole tables is ruled out.
const ROWS_BY_KEY =
  "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off";

/**
 * Opens the connections of a process, each when it is used: those of the builder (`db`), those that `statement` reads over,
 * and those of the sends of messages. `role` makes every connection work with that role's rights only.
 * `onLost` is called when the server ends an idle connection; others are opened by themselves.
 * With `hasFreshPlans` each statement is planned for its values, for one that is quick only by an index that its values decide on.
 * `announcements` are those that triggers make of what is written over these connections.
 */
export function openDatabase(
  connection: Connection,
  options: {
    role?: string;
    max?: number;
    hasFreshPlans?: boolean;
    onLost?: (error: Error) => void;
    announcements?: readonly OwnAnnouncements[];
  } = {},
) {
  const settings = {
    ...connection,
    // A request waits at most twice as long.
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    // A network forgets connections that rest, and says nothing.
    keepAliveInitialDelayMillis: 10_000,
    application_name: PRODUCT_NAME,
    options: [
      // No request holds a row for seconds, and others may wait behind the one that waits for it.
      "-c timezone=UTC -c lock_timeout=3s -c statement_timeout=15s -c idle_in_transaction_session_timeout=30s",
      options.role ? `-c role=${options.role}` : "",
      options.hasFreshPlans ? "-c plan_cache_mode=force_custom_plan" : "",
    ].join(" "),
  };
  let isClosing = false;
  const onLost = (error: Error) => isClosing || options.onLost?.(error);
  const heard = { onLost, announcements: options.announcements ?? [] };
  const main = openConnections({ ...settings, max: options.max ?? 16 }, heard);
  const forSends = openConnections(
    // To open one, and plan its statements, takes longer than a message, and they are few: they are kept.
    { ...settings, max: SENDS_MAX, idleTimeoutMillis: 0, options: `${settings.options} ${ROWS_BY_KEY}` },
    heard,
  );
  const db: Db = openBuilder(main);
  const sends: Db = openBuilder(forSends);
  const reads = openReads(db, settings, onLost);
  const close = async () => {
    isClosing = true;
    await Promise.all([reads.close(), main.pool.end(), forSends.pool.end()]);
  };
  return { db, sends, pool: main.pool, close };
}

/** Opens one connection for the work and closes it afterwards. */
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
  const query = "select pg_has_role(current_user, oid, 'MEMBER') as may from pg_roles where rolname = $1";
  const { rows } = await withClient(connection, (client) => client.query(query, [APP_ROLE]));
  return rows[0]?.may === true;
}
