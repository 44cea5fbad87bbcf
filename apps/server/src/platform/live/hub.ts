import type { Duplex } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { LIVE_CLOSE, LIVE_SOCKETS_MAX, LIVE_WAITING_MAX_BYTES } from "@caramelo/contract/limits";
import type { WebSocket } from "ws";
import { type Connection, type ConnectionRegistry, openConnectionRegistry } from "./connection-registry.ts";
import type { LiveMe } from "./event-dispatch.ts";
import type { WriteEvent } from "./event-writer.ts";
import type { BusMessage } from "./live-bus.ts";
import { openReceiver, type ReceiverOptions } from "./receiver.ts";

const GOING_AWAY = 1001;
const INTERNAL_ERROR = 1011;
/** How many connections are handled before other work gets a turn: a few milliseconds. */
const BATCH = 200;

export type Hub = {
  /** Takes an authenticated connection. */
  open(socket: WebSocket, me: LiveMe, stream: Duplex): void;
  /** Delivers a message of the bus to the connections that it concerns. */
  deliver(message: Delivery): void;
  /** Pings every connection, and ends those that did not answer the ping before. */
  ping(): Promise<void>;
  /** Sends every member the position of their stream, and ends the connections whose session or member has ended. */
  heartbeat(): Promise<void>;
  /** Ends all connections. */
  close(): void;
  isConnected(memberId: string): boolean;
  listMembers(): string[];
  count(): number;
};

type Delivery = Exclude<BusMessage, { kind: "gap" }>;

type Options = ReceiverOptions & {
  write: WriteEvent;
  /** Finds the stream position of each session's member in one query; an ended session has no entry. */
  findHeartbeats(sessionIds: string[]): Promise<Map<string, number>>;
  /** Finds the same for a connection that just opened. */
  findHeartbeat(sessionId: string): Promise<number | undefined>;
  /** Is called when a member's first connection opens. */
  onArrive(memberId: string): void;
  /** Is called when a member's last connection closes. */
  onLeave(memberId: string): void;
};

type Deps = Options & { registry: ConnectionRegistry; end(connection: Connection, code: number): void };

/** Holds the open connections of this process. It has no timers: its caller calls `ping` and `heartbeat`. */
export function openHub(options: Options): Hub {
  const registry = openConnectionRegistry();
  const drop = (connection: Connection) => {
    const memberId = connection.me.id;
    if (registry.remove(connection) && registry.ofMember(memberId).length === 0) options.onLeave(memberId);
  };
  const end = (connection: Connection, code: number) => {
    drop(connection);
    connection.socket.close(code);
  };
  const deps: Deps = { ...options, registry, end };
  const attach = openReceiver({
    ...options,
    registry,
    drop,
    end,
    reply: (connection, { event, payload }) => sendInOrder(connection, options.write(event, payload)),
  });
  return {
    open(socket, me, stream) {
      const connection = newConnection(socket, me, stream);
      const [oldest] = registry.ofMember(me.id);
      if (!oldest) options.onArrive(me.id);
      registry.add(connection);
      attach(socket);
      if (oldest && registry.ofMember(me.id).length > LIVE_SOCKETS_MAX) end(oldest, LIVE_CLOSE.tooMany);
      void sendHello(deps, connection);
    },
    deliver: (message) => deliver(deps, message),
    ping: () => forEachInBatches(registry.all(), ping),
    heartbeat: () => sendHeartbeats(deps),
    close: () => {
      for (const connection of registry.all()) end(connection, GOING_AWAY);
    },
    isConnected: (memberId) => registry.ofMember(memberId).length > 0,
    listMembers: registry.listMembers,
    count: registry.count,
  };
}

/** Shared by all connections that have received nothing yet. */
const NO_FRAMES: readonly number[] = [];

function newConnection(socket: WebSocket, me: LiveMe, stream: Duplex): Connection {
  return {
    socket,
    stream,
    me,
    pendingFrames: [],
    isPongDue: false,
    violations: 0,
    frameTimes: NO_FRAMES,
    work: undefined,
    waiting: 0,
  };
}

/** The heartbeat is the first frame; the events that were published meanwhile follow it. */
async function sendHello(
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

function deliver(deps: Deps, message: Delivery): void {
  if (message.kind === "end-session") endSession(deps, message.sessionId);
  else if (message.kind === "end-member") endMember(deps, message.memberId, message.exceptSessionId);
  else sendEvent(deps, message);
}

function endSession({ registry, end }: Deps, sessionId: string): void {
  for (const connection of registry.all())
    if (connection.me.sessionId === sessionId) end(connection, LIVE_CLOSE.sessionOver);
}

function endMember({ registry, end }: Deps, memberId: string, exceptSessionId: string | undefined): void {
  for (const connection of registry.ofMember(memberId))
    if (connection.me.sessionId !== exceptSessionId) end(connection, LIVE_CLOSE.sessionOver);
}

function sendEvent({ registry, write }: Deps, message: Extract<BusMessage, { kind: "event" | "frame" }>): void {
  const connections = registry.ofMember(message.memberId);
  if (connections.length === 0) return;
  const frame = message.kind === "frame" ? message.frame : write(message.event, message.payload);
  for (const connection of connections) sendInOrder(connection, frame);
}

/** Nothing leaves before the first heartbeat. */
function sendInOrder(connection: Connection, frame: string): void {
  if (connection.pendingFrames) connection.pendingFrames.push(frame);
  else send(connection, frame);
}

async function sendHeartbeats({ registry, end, findHeartbeats, write }: Deps): Promise<void> {
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
async function forEachInBatches(connections: Connection[], action: (connection: Connection) => void): Promise<void> {
  for (const [index, connection] of connections.entries()) {
    if (index > 0 && index % BATCH === 0) await setImmediate();
    action(connection);
  }
}

function ping(connection: Connection): void {
  // The socket's `close` event follows and removes the connection.
  if (connection.isPongDue || isStuck(connection)) {
    connection.socket.terminate();
    return;
  }
  connection.isPongDue = true;
  connection.socket.ping();
}

function send(connection: Connection, frame: string): void {
  if (isStuck(connection)) {
    connection.socket.terminate();
    return;
  }
  gather(connection.stream);
  connection.socket.send(frame);
}

/** What follows from one event, as the change and the answer of a message, leaves in one write: each costs the system's time. */
function gather(stream: Duplex): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** A browser that does not read what was sent costs memory. */
function isStuck({ socket }: Connection): boolean {
  return socket.bufferedAmount > LIVE_WAITING_MAX_BYTES;
}
