import type { LiveAccess, ToServer } from "@caramelo/contract/live";
import * as z from "zod";
import { assertStrict } from "../http/strict.ts";
import type { Frame } from "./frame-rules.ts";

/** The member behind an open connection. */
export type LiveMe = { id: string; sessionId: string };

type Payload<K extends keyof ToServer> = z.output<ToServer[K]["payload"]>;
/** Acts on one event that a browser sent, after its access was judged. Nothing goes back. */
export type LiveHandler<K extends keyof ToServer, Context> = (
  input: { me: LiveMe; payload: Payload<K> } & Context,
) => Promise<void>;
/** One handler for every event that the contract lets a browser send. */
export type LiveHandlers<Context> = { [K in keyof ToServer]: LiveHandler<K, Context> };

type Events = Record<string, { access: LiveAccess; payload: z.ZodType }>;
type AnyHandler<Context> = (input: { me: LiveMe; payload: unknown } & Context) => Promise<void>;

export type Obey = (me: LiveMe, frame: Frame) => Promise<void>;

type Door<Context> = {
  context: Context;
  /** Whether the two share a conversation and neither is hidden from the other. */
  isOpenPair(memberId: string, otherId: string): Promise<boolean>;
};

/**
 * Registers every event that a browser may send, and nothing else. What a pair may not say to each other is dropped
 * without a word: an answer, or a fault counted, would tell who exists.
 */
export function registerEvents<E extends Events, Context extends object>(
  events: E,
  handlers: Record<keyof E & string, unknown>,
  { context, isOpenPair }: Door<Context>,
): Obey {
  for (const [type, { access, payload }] of Object.entries(events)) {
    if (access !== "self" && access !== "pair") throw new Error(`no access policy: ${type}`);
    if (typeof handlers[type] !== "function") throw new Error(`no handler: ${type}`);
    assertStrict(payload, type);
    if (access === "pair" && !namesOther(payload)) throw new Error(`a pair's event must name withId: ${type}`);
  }
  // One handler for each event, by `LiveHandlers`; TypeScript cannot follow the string key.
  const known = handlers as Record<string, AnyHandler<Context>>;
  return async (me, { event, payload }) => {
    if (events[event]?.access === "pair") {
      const { withId } = payload as { withId: string }; // checked at registration, and the payload was parsed
      if (!(await isOpenPair(me.id, withId))) return;
    }
    await known[event]?.({ ...context, me, payload });
  };
}

function namesOther(payload: z.ZodType): boolean {
  return payload instanceof z.ZodObject && "withId" in payload.shape;
}
