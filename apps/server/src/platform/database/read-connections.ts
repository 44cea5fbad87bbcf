import type { Kysely, QueryResult } from "kysely";
import PQueue from "p-queue";
import type pg from "pg";
import { openBuilder, type PlannedQuery } from "./builder.ts";
import { openConnections } from "./connections.ts";
import type { DB } from "./types.generated.ts";

/**
 * How PostgreSQL plans what is read: once for all values. It does not know then that a member may have a hundred times as
 * many rows as another, so that it would gather and sort what an index holds in order.
 */
export const PLAN_SETTINGS = { plan_cache_mode: "force_generic_plan", enable_bitmapscan: "off" };
/** Whoever reads may be behind a replica one day, and a statement that writes is found at once. */
const READ_OPTIONS = Object.entries({ ...PLAN_SETTINGS, default_transaction_read_only: "on" })
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(" ");

const READS_MAX = 8;
/** Reads that take long have no more of them, so that nothing short waits behind them. */
const LONG_READS_MAX = 4;

type Reads = {
  read<Row>(query: PlannedQuery<Row>, takesLong: boolean): Promise<QueryResult<Row>>;
  close(): Promise<void>;
};

const readsOf = new WeakMap<object, Reads>();

/** The connections over which the statements of a database are read; undefined for its transactions, which read over their own. */
export const findReads = (db: object): Reads | undefined => readsOf.get(db);

/** Opens connections for what is read from now on by statements of `db`, as it is used. */
export function openReads(db: object, settings: pg.PoolConfig, onLost: (error: Error) => void): Reads {
  const options = `${settings.options} ${READ_OPTIONS}`;
  const connections = openConnections({ ...settings, options, max: READS_MAX }, { onLost, announcements: [] });
  const builder: Kysely<DB> = openBuilder(connections);
  const long = new PQueue({ concurrency: LONG_READS_MAX });
  const reads: Reads = {
    read: (query, takesLong) => (takesLong ? long.add(() => builder.executeQuery(query)) : builder.executeQuery(query)),
    close: () => connections.pool.end(),
  };
  readsOf.set(db, reads);
  return reads;
}
