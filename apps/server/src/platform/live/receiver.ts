import { LIVE_CLOSE, LIVE_FAULTS_MAX } from "@caramelo/contract/limits";
import type { RawData, WebSocket } from "ws";
import type * as z from "zod";
import type { Obey } from "./events.ts";
import { type Frame, isTooFast, readFrame } from "./frame-rules.ts";
import type { Line, Lines } from "./lines.ts";

export type Receiving = {
  /** The events that a browser may send. */
  events: Record<string, { payload: z.ZodType }>;
  obey: Obey;
  /** Milliseconds. */
  now(): number;
  onError(error: unknown): void;
};

type Options = Receiving & { lines: Lines; drop(line: Line): void; end(line: Line, code: number): void };

/** What connections send. The listeners are the same for all of them and find theirs by `this`. */
export function openReceiver(options: Options): (socket: WebSocket) => void {
  const { lines, drop, end, now } = options;

  /** Pings and pongs count as well: answering a flood of them costs as much. */
  function count(socket: WebSocket): Line | undefined {
    const line = lines.find(socket);
    if (!line || !isTooFast(line.frameTimes, now())) return line;
    end(line, LIVE_CLOSE.fault);
    return undefined;
  }
  function handleMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
    const line = count(this);
    if (line) receive(options, line, isBinary ? undefined : String(data));
  }
  function handlePing(this: WebSocket): void {
    count(this);
  }
  function handlePong(this: WebSocket): void {
    const line = count(this);
    if (line) line.isPongDue = false;
  }
  // After an error (a frame that is too big, a broken one) `ws` closes by itself, with the code that fits.
  function handleEnd(this: WebSocket): void {
    const line = lines.find(this);
    if (line) drop(line);
  }
  return (socket) => {
    socket.on("message", handleMessage).on("ping", handlePing).on("pong", handlePong);
    socket.on("error", handleEnd).on("close", handleEnd);
  };
}

function receive(options: Options, line: Line, text: string | undefined): void {
  const frame = text === undefined ? undefined : readFrame(text, options.events);
  if (frame) {
    queue(options, line, frame);
    return;
  }
  line.faults += 1;
  if (line.faults >= LIVE_FAULTS_MAX) options.end(line, LIVE_CLOSE.fault);
}

function queue({ lines, obey, onError }: Options, line: Line, frame: Frame): void {
  const before = line.work ?? Promise.resolve();
  const work = before
    .then(() => (lines.has(line) ? obey(line.me, frame) : undefined))
    .catch(onError)
    .then(() => {
      if (line.work === work) line.work = undefined;
    });
  line.work = work;
}
