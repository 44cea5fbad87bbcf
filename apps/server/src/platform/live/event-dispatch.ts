import { errorCatalogue } from "@caramelo/contract/call/errors";
import type { LiveAccess, ToBrowser, ToServer } from "@caramelo/contract/live";
import * as z from "zod";
import { assertStrict } from "../http/strict.ts";
import { openBucket } from "../limits/bucket.ts";
import type { RateLimit } from "../limits/rate.ts";
import type { Ending } from "../metrics/metrics.ts";
import type { Frame } from "./frame-rules.ts";

/** The member behind an open connection. */
export type LiveMe = { id: string; sessionId: string };

type Payload<K extends keyof ToServer> = z.output<ToServer[K]["payload"]>;
/** The answer to the connection that sent an event. */
export type LiveAnswer = {
  [E in keyof ToBrowser]: { event: E; payload: z.output<ToBrowser[E]["payload"]> };
}[keyof ToBrowser];
/** Handles one event that a browser sent, after the access check. */
export type LiveHandler<K extends keyof ToServer, Context> = (
  input: { me: LiveMe; payload: Payload<K> } & Context,
) => Promise<LiveAnswer | undefined>;
/** One handler for every event that the contract lets a browser send. */
export type LiveHandlers<Context> = { [K in keyof ToServer]: LiveHandler<K, Context> };

type Events = Record<string, { access: LiveAccess; payload: z.ZodType; everyMs?: number }>;
type AnyHandler<Context> = (input: { me: LiveMe; payload: unknown } & Context) => Promise<LiveAnswer | undefined>;

export type EventDispatch = (me: LiveMe, frame: Frame) => Promise<LiveAnswer | undefined>;

type EventDeps<Context> = {
  context: Context;
  /** Whether the two members share a conversation and neither is hidden from the other. */
  isOpenPair(memberId: string, otherId: string): Promise<boolean>;
  /** Returns the current time in milliseconds. */
  now(): number;
  /** Called for each event that was handled, or whose handler failed. */
  onHandled?: ((event: string, ending: Ending) => void) | undefined;
};

/**
 * Registers every event that a browser may send, and no other. An event between two members who may not reach each
 * other is dropped silently: an answer, or a counted violation, would reveal who exists.
 */
export function registerEvents<E extends Events, Context extends object>(
  events: E,
  handlers: Record<keyof E & string, unknown>,
  { context, isOpenPair, now, onHandled }: EventDeps<Context>,
): EventDispatch {
  const spacings = new Map<string, RateLimit>();
  for (const [event, { access, payload, everyMs }] of Object.entries(events)) {
    if (access !== "self" && access !== "pair") throw new Error(`no access policy: ${event}`);
    if (typeof handlers[event] !== "function") throw new Error(`no handler: ${event}`);
    assertStrict(payload, event);
    if (access === "pair" && !namesOther(payload)) throw new Error(`a pair's event must name withId: ${event}`);
    if (everyMs !== undefined) spacings.set(event, openBucket({ points: 1, seconds: everyMs / 1_000 }, now));
  }
  // The cast holds because `LiveHandlers` has one handler for each event; TypeScript cannot follow the string key.
  const handlerTable = handlers as Record<string, AnyHandler<Context>>;
  return async (me, { event, payload }) => {
    if (events[event]?.access === "pair") {
      const { withId } = payload as { withId: string }; // checked at registration, and the payload was parsed
      // The spacing is checked before the access, so that surplus events cost no query.
      if (await isTooEarly(spacings.get(event), `${me.id} ${withId}`)) return undefined;
      if (!(await isOpenPair(me.id, withId))) return undefined;
    }
    try {
      const answer = await handlerTable[event]?.({ ...context, me, payload });
      onHandled?.(event, endingOf(answer));
      return answer;
    } catch (error) {
      onHandled?.(event, { result: "failed", outcome: "SERVER_ERROR" });
      throw error;
    }
  };
}

function endingOf(answer: LiveAnswer | undefined): Ending {
  if (answer?.event !== "refused") return { result: "ok", outcome: "ok" };
  const { code } = answer.payload;
  return { result: errorCatalogue[code].status < 500 ? "refused" : "failed", outcome: code };
}

async function isTooEarly(spacing: RateLimit | undefined, key: string): Promise<boolean> {
  const isFine = await spacing?.take(key).then(
    () => true,
    () => false,
  );
  return isFine === false;
}

function namesOther(payload: z.ZodType): boolean {
  return payload instanceof z.ZodObject && "withId" in payload.shape;
}
