import type { Duplex } from "node:stream";
import { LIVE_WAITING_MAX_BYTES } from "@caramelo/contract/limits";
import type { Connection } from "./connection-registry.ts";

/** Sends a frame, or keeps it until the first heartbeat has been sent. */
export function sendInOrder(connection: Connection, frame: string): void {
  if (connection.pendingFrames) connection.pendingFrames.push(frame);
  else send(connection, frame);
}

export function ping(connection: Connection): void {
  // The `close` event of the socket follows and removes the connection.
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

/**
 * Sends all frames of one turn in one write, such as a message's change and its answer, because each write costs system
 * time.
 */
function gather(stream: Duplex): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Whether the browser has stopped reading. Unread frames stay in memory. */
function isStuck({ socket }: Connection): boolean {
  return socket.bufferedAmount > LIVE_WAITING_MAX_BYTES;
}
