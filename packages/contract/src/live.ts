import * as z from "zod";
import { type Changed, id } from "./call/call.ts";
import { errorStatuses } from "./call/error-codes.ts";
import { TYPING_EVERY_MS } from "./limits.ts";
import { Change, Message, messaging } from "./messaging/calls.ts";
import { MESSAGE_WARNINGS } from "./messaging/warnings.ts";

/**
 * Who may send or receive a live event. `pair`: only the two members of an existing conversation, if neither is hidden
 * from the other.
 */
export type LiveAccess = "self" | "pair";
type LiveEvent<A extends LiveAccess, S extends z.ZodType> = { access: A; payload: S };

const event = <const A extends LiveAccess, S extends z.ZodType>(access: A, payload: S): LiveEvent<A, S> => ({
  access,
  payload,
});

// The cast is safe, because the keys of the table are the codes.
const ERROR_CODES = Object.keys(errorStatuses) as (keyof typeof errorStatuses)[];

const Typing = z.strictObject({ withId: id(), isTyping: z.boolean() });

/** Events from the server to an open browser. A frame is `{ event, ...payload }` in JSON, in both directions. */
export const toBrowser = {
  /** A change of the member's own messages, in stream order. */
  change: event("self", Change),
  /**
   * The position of the member's stream: sent first, then every 25 s. A browser that is behind requests the missing
   * changes.
   */
  heartbeat: event("self", z.strictObject({ lastSeq: z.int().min(0) })),
  /** The member's current number of unread notifications, up to 100. The browser reads their contents by a call. */
  notifications: event("self", z.strictObject({ unread: z.int() })),
  /** Another member has just made a match with this one. The one who made it gets it in the answer to the call. */
  match: event("self", z.strictObject({ withId: id() })),
  /** A change declared by a call: of the member's own account, profile or settings, or of people they see. */
  changed: event("self", z.strictObject({ what: z.enum(["self", "people"] satisfies Changed[]) })),
  /** The other member of a pair is typing, or stopped. Never stored. */
  typing: event("pair", Typing),
  /** Answers `send` on its connection: the message is stored. */
  sent: event("self", z.strictObject({ message: Message })),
  /**
   * Answers a refused `send` that stored nothing, for the same reasons as the call. An earlier send of this id stays
   * stored.
   */
  refused: event(
    "self",
    z.strictObject({
      clientId: z.uuid(),
      code: z.enum(ERROR_CODES),
      /** Seconds until the message may be sent again; 0 if the server does not say. */
      retryAfterSeconds: z.int().min(0),
      /** What the writer must confirm first. */
      warnings: z.array(z.enum(MESSAGE_WARNINGS)),
    }),
  ),
};

/**
 * Events that a browser may send; anything else is a violation. Events of a pair within `everyMs` of the previous one
 * are dropped silently.
 */
export const toServer = {
  /** The call `messaging.send` over the open connection, with the same limits; `sent` or `refused` answers it. */
  // The schema also admits texts and ids that the call would refuse, so that the writer gets the answer `refused`.
  send: event(
    "self",
    z.strictObject({
      ...messaging.send.body.shape,
      withId: z.string(),
      text: z.string(),
      replyToId: z.string().optional(),
    }),
  ),
  typing: { ...event("pair", Typing), everyMs: TYPING_EVERY_MS },
};

export type ToBrowser = typeof toBrowser;
export type ToServer = typeof toServer;

/** The payload of an event in the browser, with instants as text. */
export type LiveWire<E extends keyof ToBrowser> = z.input<ToBrowser[E]["payload"]>;
export type LiveSaid<E extends keyof ToServer> = z.input<ToServer[E]["payload"]>;
