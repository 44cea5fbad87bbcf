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

/** What the server tells an open browser. A frame is `{ event, ...payload }` in JSON, in both directions. */
export const toBrowser = {
  /** A change of one's own messages, in the order of the stream. */
  change: event("self", Change),
  /** Every 25 s, and first of all: where one's own stream is. A browser that is behind reads the gap. */
  beat: event("self", z.strictObject({ lastSeq: z.int().min(0) })),
  /** One's own notifications changed: so many wait, up to 100. What they say is to be read. */
  notifications: event("self", z.strictObject({ unread: z.int() })),
  /** `self`: one's own account, profile or settings changed. `people`: somebody came or went out of sight. */
  changed: event("self", z.strictObject({ what: z.enum(["self", "people"]) })),
  /** The other one of a pair writes, or stopped. Never stored. */
  typing: event("pair", Typing),
};

/** What a browser may send; anything else counts as a fault. */
export const toServer = {
  typing: event("pair", Typing),
};

export type ToBrowser = typeof toBrowser;
export type ToServer = typeof toServer;

/** What a browser reads of an event, and what it writes: instants as text. */
export type LiveWire<E extends keyof ToBrowser> = z.input<ToBrowser[E]["payload"]>;
export type LiveSaid<E extends keyof ToServer> = z.input<ToServer[E]["payload"]>;
