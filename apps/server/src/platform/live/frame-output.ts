import type { Duplex } from "node:stream";
import { LIVE_WAITING_MAX_BYTES } from "@caramelo/contract/limits";
import type { Connection } from "./connection-registry.ts";

/** Nothing leaves before the first heartbeat. */
export function sendInOrder(connection: Connection, frame: string): void {
  if (connection.pendingFrames) connection.pendingFrames.push(frame);
  else send(connection, frame);
}

export function ping(connection: Connection): void {
  // The socket's `close` event follows and removes the connection.
  if (connection.isPongDue || isStuck(connection)) {
    connection.socket.terminate();
    return;
  }
  connection.isPongDue = true;
  connection.socket.ping();
}

export function send(connection: Connection, frame: string): void {
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
