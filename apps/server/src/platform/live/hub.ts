import type { Duplex } from "node:stream";
import { LIVE_CLOSE, LIVE_SOCKETS_MAX } from "@caramelo/contract/limits";
import type { WebSocket } from "ws";
import {
  type Connection,
  type ConnectionRegistry,
  newConnection,
  openConnectionRegistry,
} from "./connection-registry.ts";
import { DRAIN_STEP_MS, planDrain } from "./drain-rules.ts";
import type { LiveMe } from "./event-dispatch.ts";
import { forEachInBatches, type HeartbeatOptions, sendHeartbeats, sendHello } from "./heartbeats.ts";
import type { BusMessage } from "./live-bus.ts";
import { openReceiver, type ReceiverOptions } from "./receiver.ts";
import { ping, sendInOrder } from "./send-in-order.ts";

const GOING_AWAY = 1001;

export type Hub = ReturnType<typeof openHub>;

type Delivery = Exclude<BusMessage, { kind: "gap" }>;

type Options = ReceiverOptions &
  HeartbeatOptions & {
    /** Called when a member's first connection opens. */
    onArrive(memberId: string): void;
    /** Called when a member's last connection closes. */
    onLeave(memberId: string): void;
  };

type Deps = Options & { registry: ConnectionRegistry; end(connection: Connection, code: number): void };

/** Holds the open connections of this process. It has no timers: its caller calls `ping` and `heartbeat`. */
export function openHub(options: Options) {
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
    /** Adds an authenticated connection. */
    open(socket: WebSocket, me: LiveMe, stream: Duplex): void {
      const connection = newConnection(socket, me, stream);
      const [oldest] = registry.ofMember(me.id);
      if (!oldest) options.onArrive(me.id);
      registry.add(connection);
      attach(socket);
      if (oldest && registry.ofMember(me.id).length > LIVE_SOCKETS_MAX) end(oldest, LIVE_CLOSE.tooMany);
      void sendHello(deps, connection);
    },
    /** Delivers a message of the bus to the connections that it concerns. */
    deliver: (message: Delivery) => deliver(deps, message),
    /** Pings every connection, and ends those that did not answer the previous ping. */
    ping: () => forEachInBatches(registry.all(), ping),
    /** Sends every member the position of their stream, and ends the connections whose session is over. */
    heartbeat: () => sendHeartbeats(deps),
    /**
     * Ends all connections, some every 100 ms, so that their browsers do not all connect again at once. It takes about
     * `ms`.
     */
    async drain(ms: number): Promise<void> {
      for (const group of planDrain(registry.all(), ms)) {
        for (const connection of group) end(connection, GOING_AWAY);
        await new Promise((resolve) => setTimeout(resolve, DRAIN_STEP_MS));
      }
    },
    close: () => {
      for (const connection of registry.all()) end(connection, GOING_AWAY);
    },
    isConnected: (memberId: string) => registry.ofMember(memberId).length > 0,
    listMembers: registry.listMembers,
    count: registry.count,
  };
}

function deliver(deps: Deps, message: Delivery): void {
  if (message.kind === "event" || message.kind === "frame") {
    sendEvent(deps, message);
    return;
  }
  const { registry, end } = deps;
  const connections =
    message.kind === "end-session"
      ? registry.all().filter(({ me }) => me.sessionId === message.sessionId)
      : registry.ofMember(message.memberId).filter(({ me }) => me.sessionId !== message.exceptSessionId);
  for (const connection of connections) end(connection, LIVE_CLOSE.sessionOver);
}

function sendEvent({ registry, write }: Deps, message: Extract<BusMessage, { kind: "event" | "frame" }>): void {
  const connections = registry.ofMember(message.memberId);
  if (connections.length === 0) return;
  const frame = message.kind === "frame" ? message.frame : write(message.event, message.payload);
  for (const connection of connections) sendInOrder(connection, frame);
}
