import type { Kysely } from "kysely";
import pg from "pg";
import { PRODUCT_NAME } from "../product-name.ts";
import type { Traces } from "../traces/traces.ts";
import { openBuilder } from "./builder.ts";
import { type OwnAnnouncements, openConnections } from "./connections.ts";
import { makeClient } from "./make-client.ts";
import { parseMoment } from "./parse-moment.ts";
import { openReadConnections } from "./read-connections.ts";
import type { DB } from "./types.generated.ts";

/** A database or a transaction; queries work on both. */
export type Db = Kysely<DB>;

/** Where the database is: a URL, or the parts of one. */
export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; password: string; database: string };

/** The role whose rights the migrations grant one by one. */
export const APP_ROLE = `${PRODUCT_NAME}_app`;

// 64-bit integers become numbers, because no counter of the product comes near 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseMoment);
// A day stays a text such as "2026-11-21", because a Date would change with the machine's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** At most two batches of messages run at once (platform/concurrency/batcher.ts), each over its own connection. */
const SENDS_MAX = 2;
// The statements that send a message find few rows by their keys, and their list parameters would make PostgreSQL plan
// them again each time. Instead it makes one plan for all values, perhaps while a table is still empty, so plans that
// read whole tables are ruled out.
const ROWS_BY_KEY =
  "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off";

/**
 * Opens the connections of a process, each when it is first used: those of the builder (`db`), those that `statement`
 * reads over, and those that send messages. `role` limits every connection to the rights of that role. `onLost` is
 * called when the server ends an idle connection; a new one is opened when it is needed. With `hasFreshPlans` each
 * statement is planned for its values; this suits statements that are quick only by an index which depends on those
 * values. `announcements` handle what triggers announce about the writes of these connections.
 */
export function openDatabase(
  connection: Connection,
  options: {
    role?: string;
    max?: number;
    hasFreshPlans?: boolean;
    onLost?: (error: Error) => void;
    announcements?: readonly OwnAnnouncements[];
    traces?: Traces | undefined;
    lockMs?: number | undefined;
  } = {},
) {
  const settings = settingsOf(connection, options);
  let isClosing = false;
  const onLost = (error: Error) => isClosing || options.onLost?.(error);
  const listeners = { onLost, announcements: options.announcements ?? [], traces: options.traces };
  const main = openConnections({ ...settings, max: options.max ?? 16 }, listeners);
  const forSends = openConnections(
    // These few connections stay open, because opening one and planning its statements takes longer than sending a
    // message.
    { ...settings, max: SENDS_MAX, idleTimeoutMillis: 0, options: `${settings.options} ${ROWS_BY_KEY}` },
    listeners,
  );
  const db: Db = openBuilder(main);
  const sends: Db = openBuilder(forSends);
  const reads = openReadConnections(db, settings, { onLost, traces: options.traces });
  const close = async () => {
    isClosing = true;
    await Promise.all([reads.close(), main.pool.end(), forSends.pool.end()]);
  };
  const pools: Pools = { main: main.pool, sends: forSends.pool, reads: reads.pool };
  return { db, sends, pool: main.pool, pools, close };
}

// No request holds a row for seconds. A longer wait would also delay the requests that queue behind it.
export const LOCK_MS = 3_000;

/** How each connection to a database is opened. `lockMs` is how long a statement waits for a lock. */
export function settingsOf(
  connection: Connection,
  { role, hasFreshPlans, lockMs = LOCK_MS }: { role?: string; hasFreshPlans?: boolean; lockMs?: number | undefined },
) {
  return {
    ...connection,
    // A request that gets no connection in this time tries once more.
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    // A network may drop idle connections without telling either side.
    keepAliveInitialDelayMillis: 10_000,
    application_name: PRODUCT_NAME,
    options: [
      `-c timezone=UTC -c lock_timeout=${lockMs} -c statement_timeout=15s -c idle_in_transaction_session_timeout=30s`,
      role ? `-c role=${role}` : "",
      hasFreshPlans ? "-c plan_cache_mode=force_custom_plan" : "",
    ].join(" "),
  };
}

/** The pools of a process, for its metrics. */
export type Pools = Readonly<Record<string, Pick<pg.Pool, "totalCount" | "idleCount" | "waitingCount">>>;

/** Opens one connection for the work and closes it afterwards. */
export async function withClient<T>(settings: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = makeClient(settings);
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
