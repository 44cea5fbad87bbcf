import * as z from "zod";
import { id } from "./call.ts";
import { Change } from "./messaging.ts";

/** Who may send or hear a live event. `pair`: only the two of an existing conversation, neither of them hidden from the other. */
export type LiveAccess = "self" | "pair";
type LiveEvent<A extends LiveAccess, S extends z.ZodType> = { access: A; payload: S };

const event = <const A extends LiveAccess, S extends z.ZodType>(access: A, payload: S): LiveEvent<A, S> => ({
  access,
  payload,
});

const Typing = z.strictObject({ withId: id(), isTyping: z.boolean() });

/**
 * What the server tells an open browser. A frame is `{ type, ...payload }` in JSON; the `type` of a change is the
 * change's own (message, seen, read, cleared), and only a change has a `seq`.
 */
export const toBrowser = {
  /** A change of one's own messages, in the order of the stream. */
  change: event("self", Change),
  /** Every 25 s, and first of all: where one's own stream is. A browser that is behind reads the gap. */
  beat: event("self", z.strictObject({ lastSeq: z.int().min(0) })),
  /** The other one of a pair writes, or stopped. Never stored. */
  typing: event("pair", Typing),
};

/** What a browser may send; anything else counts as a fault. */
export const toServer = {
  typing: event("pair", Typing),
};

export type ToBrowser = typeof toBrowser;
export type ToServer = typeof toServer;

/** Why the server ended a connection, beside the codes of RFC 6455. Numbers are stable: the browser acts on them. */
export const liveCloseCodes = {
  /** The session is over: do not come back. */
  sessionOver: 4401,
  /** The member opened more than five: the oldest goes, and stays away. */
  tooMany: 4409,
} as const;
