import { setImmediate } from "node:timers/promises";
import { LIVE_CLOSE, LIVE_SOCKETS_MAX, LIVE_WAITING_MAX_BYTES } from "@caramelo/contract/limits";
import type { WebSocket } from "ws";
import type { LiveNews } from "../live-bus.ts";
import type { LiveMe } from "./events.ts";
import { type Line, type Lines, openLines } from "./lines.ts";
import type { WriteNews } from "./news-writer.ts";
import { openReceiver, type Receiving } from "./receiver.ts";

const GOING_AWAY = 1001;
const INTERNAL_ERROR = 1011;
/** Connections visited in one turn: a few milliseconds. */
const TURN = 200;

export type Hub = {
  /** Takes in an authenticated connection. */
  open(socket: WebSocket, me: LiveMe): void;
  hear(news: LiveNews): void;
  /** Asks every connection whether it lives, and ends those that did not answer since the last time. */
  ping(): Promise<void>;
  /** Tells every member where their stream is, and ends the connections whose session or member no longer counts. */
  beat(): Promise<void>;
  /** Ends all. */
  close(): void;
  /** Whether a member has a connection. */
  isHere(memberId: string): boolean;
  count(): number;
};

type Options = Receiving & {
  write: WriteNews;
  /** Where the stream of each session's member is; a session that is over has no entry. One question for all. */
  findBeats(sessionIds: string[]): Promise<Map<string, number>>;
  /** The same for a connection that just opened. */
  findBeat(sessionId: string): Promise<number | undefined>;
  /** A member's first connection opened. */
  onArrive(memberId: string): void;
  /** A member's last connection closed. */
  onLeave(memberId: string): void;
};

type Parts = Options & { lines: Lines; end(line: Line, code: number): void };

/** Holds the open connections of this process. It keeps no time: whoever opens it calls `ping` and `beat`. */
export function openHub(options: Options): Hub {
  const lines = openLines();
  const drop = (line: Line) => {
    if (lines.remove(line) && lines.ofMember(line.me.id).length === 0) options.onLeave(line.me.id);
  };
  const end = (line: Line, code: number) => {
    drop(line);
    line.socket.close(code);
  };
  const parts: Parts = { ...options, lines, end };
  const attach = openReceiver({ ...options, lines, drop, end });
  return {
    open(socket, me) {
      const line = newLine(socket, me);
      const [oldest] = lines.ofMember(me.id);
      if (!oldest) options.onArrive(me.id);
      lines.add(line);
      attach(socket);
      if (oldest && lines.ofMember(me.id).length > LIVE_SOCKETS_MAX) end(oldest, LIVE_CLOSE.tooMany);
      void greet(parts, line);
    },
    hear: (news) => hear(parts, news),
    ping: () => visit(lines.all(), pingLine),
    beat: () => beatAll(parts),
    close: () => {
      for (const line of lines.all()) end(line, GOING_AWAY);
    },
    isHere: (memberId) => lines.ofMember(memberId).length > 0,
    count: lines.count,
  };
}

function newLine(socket: WebSocket, me: LiveMe): Line {
  return { socket, me, waiting: [], isPongDue: false, faults: 0, frameTimes: [], work: undefined };
}

/** The beat comes first of all; what is told meanwhile waits behind it. */
async function greet({ lines, end, findBeat, write, onError }: Parts, line: Line): Promise<void> {
  try {
    const lastSeq = await findBeat(line.me.sessionId);
    if (!lines.has(line)) return;
    if (lastSeq === undefined) return end(line, LIVE_CLOSE.sessionOver);
    const waiting = line.waiting ?? [];
    line.waiting = undefined;
    for (const frame of [write("beat", { lastSeq }), ...waiting]) send(line, frame);
  } catch (error) {
    onError(error);
    end(line, INTERNAL_ERROR);
  }
}

function hear({ lines, end, write }: Parts, news: LiveNews): void {
  if (news.kind === "end-session") {
    for (const line of lines.all()) if (line.me.sessionId === news.sessionId) end(line, LIVE_CLOSE.sessionOver);
    return;
  }
  const concerned = lines.ofMember(news.memberId);
  if (concerned.length === 0) return;
  if (news.kind === "end-member") {
    for (const line of concerned) if (line.me.sessionId !== news.exceptSessionId) end(line, LIVE_CLOSE.sessionOver);
    return;
  }
  const frame = write(news.type, news.payload);
  for (const line of concerned) {
    if (line.waiting) line.waiting.push(frame);
    else send(line, frame);
  }
}

async function beatAll({ lines, end, findBeats, write }: Parts): Promise<void> {
  // Only those that are asked about can be judged: others open while the answer is on its way.
  const asked = lines.all().filter((line) => line.waiting === undefined);
  if (asked.length === 0) return;
  const beats = await findBeats([...new Set(asked.map((line) => line.me.sessionId))]);
  await visit(asked, (line) => {
    if (!lines.has(line)) return;
    const lastSeq = beats.get(line.me.sessionId);
    if (lastSeq === undefined) end(line, LIVE_CLOSE.sessionOver);
    else send(line, write("beat", { lastSeq }));
  });
}

/** Thousands at once would make everybody else wait: now and then others get a turn. */
async function visit(lines: Line[], deed: (line: Line) => void): Promise<void> {
  for (const [place, line] of lines.entries()) {
    if (place > 0 && place % TURN === 0) await setImmediate();
    deed(line);
  }
}

function pingLine(line: Line): void {
  // `close` of the socket follows, and takes the line out.
  if (line.isPongDue || isStuck(line)) {
    line.socket.terminate();
    return;
  }
  line.isPongDue = true;
  line.socket.ping();
}

function send(line: Line, frame: string): void {
  if (isStuck(line)) line.socket.terminate();
  else line.socket.send(frame);
}

/** Who does not read what was sent costs memory. */
function isStuck({ socket }: Line): boolean {
  return socket.bufferedAmount > LIVE_WAITING_MAX_BYTES;
}
