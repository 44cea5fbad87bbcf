import type { Connection, Db } from "../platform/database/database.ts";
import { setReplicas } from "../platform/database/replica-reads.ts";
import type { Replicas } from "../platform/database/replicas.ts";
import type { LiveBus } from "../platform/live/live-bus.ts";
import type { Log } from "../platform/log.ts";
import type { Metrics } from "../platform/metrics/metrics.ts";
import { openLastWrites } from "../platform/nodes/last-writes.ts";
import type { Traces } from "../platform/traces/traces.ts";
import type { Config } from "./config.ts";
import type { Node } from "./open-node.ts";

type Options = {
  config: Pick<Config, "databaseReadUrls">;
  /** The connection to the primary. */
  connection: Connection;
  role: string | undefined;
  db: Db;
  log: Log;
  node: Node | undefined;
  metrics: Metrics | undefined;
  traces: Traces | undefined;
  /** Options for tests, so that they do not depend on the speed of the machine. */
  times?: { freshMs?: number; answerMs?: number; doubtMs?: number } | undefined;
};

/**
 * Lets the replicas of DATABASE_READ_URL answer the declared reads of `db`. Without the setting nothing is opened or
 * loaded. The caller must close them before `db`.
 */
export async function openConfiguredReplicas(options: Options): Promise<Replicas | undefined> {
  const { config, connection, db, node, metrics, times, ...rest } = options;
  if (config.databaseReadUrls.length === 0) return undefined;
  const { openReplicas } = await import("../platform/database/replicas.ts");
  const replicas = openReplicas({
    ...rest,
    ...times,
    primary: connection,
    replicas: config.databaseReadUrls.map((connectionString) => ({ connectionString })),
    lastWrites: openLastWrites(node?.redis, times),
    onChoice: metrics?.countReplicaRead,
  });
  setReplicas(db, replicas);
  return replicas;
}

/**
 * A bus whose recipients read no replica older than the event: a browser asks again as soon as it learns of a change.
 */
export const noteTold = (live: LiveBus, { noteWrite }: Pick<Replicas, "noteWrite">): LiveBus => ({
  ...live,
  publish(memberId, event, payload) {
    if (event === "changed") void noteWrite(memberId);
    live.publish(memberId, event, payload);
  },
});
