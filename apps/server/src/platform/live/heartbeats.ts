import { setImmediate } from "node:timers/promises";
import { LIVE_CLOSE } from "@caramelo/contract/limits";
import type { Connection, ConnectionRegistry } from "./connection-registry.ts";
import type { WriteEvent } from "./event-writer.ts";
import { send } from "./send-in-order.ts";

const INTERNAL_ERROR = 1011;
/** How many connections are handled, within a few milliseconds, before other work gets a turn. */
const BATCH = 200;

export type HeartbeatOptions = {
  write: WriteEvent;
  /** Finds the stream position of each session's member in one query. A session that is over has no entry. */
  findHeartbeats(sessionIds: string[]): Promise<Map<string, number>>;
  /** Finds the stream position for one connection that has just opened. */
  findHeartbeat(sessionId: string): Promise<number | undefined>;
  onError(error: unknown): void;
};

type Deps = HeartbeatOptions & { registry: ConnectionRegistry; end(connection: Connection, code: number): void };

/** Sends the heartbeat as the first frame, and after it the events that were published meanwhile. */
export async function sendHello(
  { registry, end, findHeartbeat, write, onError }: Deps,
  connection: Connection,
): Promise<void> {
  try {
    const lastSeq = await findHeartbeat(connection.me.sessionId);
    if (!registry.has(connection)) return;
    if (lastSeq === undefined) return end(connection, LIVE_CLOSE.sessionOver);
    const pendingFrames = connection.pendingFrames ?? [];
    connection.pendingFrames = undefined;
    for (const frame of [write("heartbeat", { lastSeq }), ...pendingFrames]) send(connection, frame);
  } catch (error) {
    onError(error);
    end(connection, INTERNAL_ERROR);
  }
}

export async function sendHeartbeats({ registry, end, findHeartbeats, write }: Deps): Promise<void> {
  // Connections whose first heartbeat is still pending are left out, because `sendHello` sends it.
  const connections = registry.all().filter(({ pendingFrames }) => pendingFrames === undefined);
  if (connections.length === 0) return;
  const heartbeats = await findHeartbeats([...new Set(connections.map(({ me }) => me.sessionId))]);
  await forEachInBatches(connections, (connection) => {
    if (!registry.has(connection)) return;
    const lastSeq = heartbeats.get(connection.me.sessionId);
    if (lastSeq === undefined) end(connection, LIVE_CLOSE.sessionOver);
    else send(connection, write("heartbeat", { lastSeq }));
  });
}

/**
 * Calls `action` for each connection. Thousands in one turn of the event loop would delay every request, so other work
 * gets a turn after each batch.
 */
export async function forEachInBatches(
  connections: Connection[],
  action: (connection: Connection) => void,
): Promise<void> {
  for (const [index, connection] of connections.entries()) {
    if (index > 0 && index % BATCH === 0) await setImmediate();
    action(connection);
  }
}
