import { LIVE_CLOSE, LIVE_EVENTS_WAITING_MAX, LIVE_VIOLATIONS_MAX } from "@caramelo/contract/limits";
import type { RawData, WebSocket } from "ws";
import type * as z from "zod";
import type { Connection, ConnectionRegistry } from "./connection-registry.ts";
import type { EventDispatch, LiveAnswer } from "./event-dispatch.ts";
import { addFrame, type Frame, isTooFast, readFrame } from "./frame-rules.ts";

export type ReceiverOptions = {
  /** The events that a browser may send. */
  events: Record<string, { payload: z.ZodType }>;
  dispatch: EventDispatch;
  /** Returns the current time in milliseconds. */
  now(): number;
  onError(error: unknown): void;
};

type Options = ReceiverOptions & {
  registry: ConnectionRegistry;
  drop(connection: Connection): void;
  end(connection: Connection, code: number): void;
  reply(connection: Connection, answer: LiveAnswer): void;
};

/** Receives what browsers send. All sockets share the same listeners, which find their connection by `this`. */
export function openReceiver(options: Options): (socket: WebSocket) => void {
  const { registry, drop, end, now } = options;

  /** Counts a frame. Pings and pongs count as well, because answering a flood of them costs as much. */
  function countFrame(socket: WebSocket): Connection | undefined {
    const connection = registry.find(socket);
    if (!connection) return undefined;
    connection.frameTimes = addFrame(connection.frameTimes, now());
    if (!isTooFast(connection.frameTimes)) return connection;
    end(connection, LIVE_CLOSE.violation);
    return undefined;
  }
  function handleMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
    const connection = countFrame(this);
    if (connection) receive(options, connection, isBinary ? undefined : String(data));
  }
  function handlePing(this: WebSocket): void {
    countFrame(this);
  }
  function handlePong(this: WebSocket): void {
    const connection = countFrame(this);
    if (connection) connection.isPongDue = false;
  }
  // After an error, such as a frame that is too big or malformed, `ws` closes the socket by itself with the right code.
  function handleEnd(this: WebSocket): void {
    const connection = registry.find(this);
    if (connection) drop(connection);
  }
  return (socket) => {
    socket.on("message", handleMessage).on("ping", handlePing).on("pong", handlePong);
    socket.on("error", handleEnd).on("close", handleEnd);
  };
}

function receive(options: Options, connection: Connection, text: string | undefined): void {
  const frame = text === undefined ? undefined : readFrame(text, options.events);
  if (frame) {
    enqueue(options, connection, frame);
    return;
  }
  connection.violations += 1;
  if (connection.violations >= LIVE_VIOLATIONS_MAX) options.end(connection, LIVE_CLOSE.violation);
}

/**
 * Queues a frame. The queue is bounded, because a browser that sends faster than its events are handled must not fill
 * the memory, however slow the database is.
 */
function enqueue({ registry, dispatch, end, reply, onError }: Options, connection: Connection, frame: Frame): void {
  if (connection.waiting >= LIVE_EVENTS_WAITING_MAX) {
    end(connection, LIVE_CLOSE.violation);
    return;
  }
  connection.waiting += 1;
  const before = connection.work ?? Promise.resolve();
  const work = before
    .then(() => (registry.has(connection) ? dispatch(connection.me, frame) : undefined))
    .then((answer) => {
      if (answer && registry.has(connection)) reply(connection, answer);
    })
    .catch(onError)
    .then(() => {
      connection.waiting -= 1;
      if (connection.work === work) connection.work = undefined;
    });
  connection.work = work;
}
