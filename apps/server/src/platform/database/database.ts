import { CamelCasePlugin, Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { PRODUCT_NAME } from "../product-name.ts";
import { readOver } from "./direct-reads.ts";
import { parseMoment } from "./moment-text.ts";
import { nameStatements } from "./named-statements.ts";
import { type OwnAnnouncements, receiveOwnAnnouncements } from "./own-announcements.ts";
import { openReadConnections } from "./read-connections.ts";
import { ANSWER_MS, openSilenceWatch } from "./silent-connections.ts";
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
const PIPELINED_MAX = 2;
// The statements of a pipeline find few rows by their keys, and lists as parameters would make PostgreSQL plan them anew each
// time. One plan for all values is made once, perhaps while a table is still empty, so what reads whole tables is ruled out.
const ROWS_BY_KEY =
  "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off";

/**
 * Opens a pool, and beside it `pipelined`, a pool for `openPipeline`; each opens its connections when it is used. `role` makes every connection work with that role's rights only.
 * `onLost` is called when the server ends an idle connection; the pool opens new ones by itself.
 * With `hasFreshPlans` each statement is planned for its values, for one that is quick only by an index that its values decide on.
 * `announcements` are those that triggers make of what this pool itself writes.
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
  const pool = new pg.Pool({ ...settings, max: options.max ?? 16 });
  const pipelined = new pg.Pool({
    ...settings,
    max: PIPELINED_MAX,
    pipeline: true,
    // To open one, and plan its statements, takes longer than a message, and they are few: they are kept.
    idleTimeoutMillis: 0,
    options: `${settings.options} ${ROWS_BY_KEY}`,
  });
  let isClosing = false;
  const onLost = (error: Error) => isClosing || options.onLost?.(error);
  const names = new Map<string, string>();
  const watch = openSilenceWatch();
  for (const one of [pool, pipelined]) {
    one.on("error", onLost);
    one.on("connect", (client) => {
      client.on("error", onLost);
      nameStatements(client, names);
      for (const announced of options.announcements ?? []) receiveOwnAnnouncements(client, announced);
      watch(client);
    });
  }
  const db: Db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] });
  const reading = { settings, onLost, answerWithinMs: ANSWER_MS };
  const reads = { short: openReadConnections(reading), long: openReadConnections({ ...reading, takeLong: true }) };
  readOver(db, reads);
  const close = async () => {
    isClosing = true;
    await Promise.all([reads.short.close(), reads.long.close()]);
    await db.destroy();
    // Kysely ends a pool only when Kysely has used it.
    if (!pool.ended) await pool.end();
    await pipelined.end();
  };
  return { db, pool, pipelined, close };
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
