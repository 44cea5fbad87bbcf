import * as z from "zod";
import type { WriteEvent } from "../live/event-writer.ts";
import { type EndMessage, type LiveBus, openListeners } from "../live/live-bus.ts";
import type { RedisLink } from "./redis.ts";

/** The channel of the database on which processes announce that connections must end. */
export const ENDS_CHANNEL = "live_ends";

const End = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("end-session"), sessionId: z.uuid() }),
  z.strictObject({ kind: z.literal("end-member"), memberId: z.uuid(), exceptSessionId: z.uuid().optional() }),
]);

/** The bus of several processes. */
export type SharedLiveBus = LiveBus & {
  /**
   * Receives what a process, perhaps of another release, announced on `ENDS_CHANNEL`. Without a text it means that
   * listening has just begun.
   */
  receiveEnd(text?: string): void;
};

type Options = {
  nodeId: string;
  redis: Pick<RedisLink, "publish" | "subscribe">;
  write: WriteEvent;
  /** Announces to every process on the database, at once and independently of Redis. */
  announceEnd(text: string): void;
  /** Whether browsers connect to this process, so that it must receive the events of other processes. */
  hasBrowsers: boolean;
};

/**
 * Carries events to the connections of every process: directly to its own, and through Redis to the others. Ends of
 * connections are rare and must not be lost with Redis, so they go through the database.
 */
export function openSharedLiveBus({ nodeId, redis, write, announceEnd, hasBrowsers }: Options): SharedLiveBus {
  const { send, subscribe } = openListeners();
  const listener = {
    onText: (text: string) => {
      const [from, memberId = "", frame] = splitFrame(text);
      if (from !== nodeId && frame !== undefined) send({ kind: "frame", memberId, frame });
    },
    onBegin: () => send({ kind: "gap" }),
  };
  if (hasBrowsers) redis.subscribe(listener);
  const end = (message: EndMessage) => {
    send(message);
    announceEnd(JSON.stringify(message));
  };
  return {
    publish: (memberId, event, payload) => {
      send({ kind: "event", memberId, event, payload });
      redis.publish(`${nodeId} ${memberId} ${write(event, payload)}`);
    },
    endSession: (sessionId) => end({ kind: "end-session", sessionId }),
    endMember: (memberId, exceptSessionId) => end({ kind: "end-member", memberId, exceptSessionId }),
    subscribe,
    receiveEnd: (text) => {
      const message = text === undefined ? undefined : readEnd(text);
      if (!message) return send({ kind: "gap" });
      send(message.kind === "end-member" ? { ...message, exceptSessionId: message.exceptSessionId } : message);
    },
  };
}

/**
 * Parses an end of connections; undefined for one that only another release knows. After a gap each connection whose
 * session is over ends, even if no event named its session.
 */
function readEnd(text: string): z.output<typeof End> | undefined {
  try {
    return End.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/**
 * Splits the text "node member frame". Both ids have no spaces, so a process need not parse the frame of a member who
 * is not connected to it.
 */
function splitFrame(text: string): string[] {
  const first = text.indexOf(" ");
  const second = text.indexOf(" ", first + 1);
  if (first === -1 || second === -1) return [];
  return [text.slice(0, first), text.slice(first + 1, second), text.slice(second + 1)];
}
