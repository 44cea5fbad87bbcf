import { setImmediate } from "node:timers/promises";
import { LIVE_CLOSE } from "@caramelo/contract/limits";
import type { Connection, ConnectionRegistry } from "./connection-registry.ts";
import type { WriteEvent } from "./event-writer.ts";
import { send } from "./frame-output.ts";

const INTERNAL_ERROR = 1011;
/** How many connections are handled before other work gets a turn: a few milliseconds. */
const BATCH = 200;

export type HeartbeatOptions = {
  write: WriteEvent;
  /** Finds the stream position of each session's member in one query; an ended session has no entry. */
  findHeartbeats(sessionIds: string[]): Promise<Map<string, number>>;
  /** Finds the same for a connection that just opened. */
  findHeartbeat(sessionId: string): Promise<number | undefined>;
  onError(error: unknown): void;
};

type Deps = HeartbeatOptions & { registry: ConnectionRegistry; end(connection: Connection, code: number): void };

/** The heartbeat is the first frame; the events that were published meanwhile follow it. */
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
  // Only for these: connections that open while the query runs get a heartbeat of their own.
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

/** Thousands of connections in one turn would delay every request, so other work gets a turn after each batch. */
export async function forEachInBatches(
  connections: Connection[],
  action: (connection: Connection) => void,
): Promise<void> {
  for (const [index, connection] of connections.entries()) {
    if (index > 0 && index % BATCH === 0) await setImmediate();
    action(connection);
  }
}
