import type { Kysely, QueryResult } from "kysely";
import PQueue from "p-queue";
import type pg from "pg";
import { openBuilder, type PlannedQuery } from "./builder.ts";
import { type ConnectionOptions, openConnections } from "./connections.ts";
import type { DB } from "./types.generated.ts";

/**
 * PostgreSQL plans each read once for all values. Such a plan cannot know that one member may have a hundred times as
 * many rows as another, so without the second setting it would collect and sort rows that an index already holds in
 * order.
 */
export const PLAN_SETTINGS = { plan_cache_mode: "force_generic_plan", enable_bitmapscan: "off" };
/** Reads may one day go to a replica, so a statement that writes must fail at once. */
const READ_OPTIONS = Object.entries({ ...PLAN_SETTINGS, default_transaction_read_only: "on" })
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(" ");

const READS_MAX = 8;
/** Limits the connections of long reads, so that no short read waits behind them. */
const LONG_READS_MAX = 4;

type Reads = {
  read<Row>(query: PlannedQuery<Row>, takesLong: boolean): Promise<QueryResult<Row>>;
  pool: pg.Pool;
  close(): Promise<void>;
};

const readsOf = new WeakMap<object, Reads>();

/**
 * Returns the connections that the statements of a database read over; undefined for a transaction, which reads over
 * its own.
 */
export const findReadConnections = (db: object): Reads | undefined => readsOf.get(db);

/** Opens the connections that the statements of `db` read over from now on. */
export function openReadConnections(
  db: object,
  settings: pg.PoolConfig,
  listeners: Omit<ConnectionOptions, "announcements">,
): Reads {
  const options = `${settings.options} ${READ_OPTIONS}`;
  const connections = openConnections({ ...settings, options, max: READS_MAX }, { ...listeners, announcements: [] });
  const builder: Kysely<DB> = openBuilder(connections);
  const long = new PQueue({ concurrency: LONG_READS_MAX });
  const reads: Reads = {
    read: (query, takesLong) => (takesLong ? long.add(() => builder.executeQuery(query)) : builder.executeQuery(query)),
    pool: connections.pool,
    close: () => connections.pool.end(),
  };
  readsOf.set(db, reads);
  return reads;
}
