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

// The cast holds because the keys of the table are the codes.
const ERROR_CODES = Object.keys(errorStatuses) as (keyof typeof errorStatuses)[];

const Typing = z.strictObject({ withId: id(), isTyping: z.boolean() });

/**
 * The events that the server sends to an open browser. A frame is `{ event, ...payload }` in JSON, in both directions.
 */
export const toBrowser = {
  /** A change of one's own messages, in the order of the stream. */
  change: event("self", Change),
  /**
   * The position of the member's own stream: the first event, then every 25 s. A browser that is behind requests what
   * it missed.
   */
  heartbeat: event("self", z.strictObject({ lastSeq: z.int().min(0) })),
  /** How many unread notifications the member has now, up to 100. The browser reads their contents by a call. */
  notifications: event("self", z.strictObject({ unread: z.int() })),
  /**
   * Another member has just made a match with this one. The member who made it learns of it by the answer to the call.
   */
  match: event("self", z.strictObject({ withId: id() })),
  /** A change that a call declares: of the member's own account, profile or settings, or of people they see. */
  changed: event("self", z.strictObject({ what: z.enum(["self", "people"] satisfies Changed[]) })),
  /** The other member of a pair is writing, or stopped. The event is never stored. */
  typing: event("pair", Typing),
  /** The answer to `send`, on the connection that sent it: the message is stored. */
  sent: event("self", z.strictObject({ message: Message })),
  /**
   * Answers a `send` that was refused and stored nothing, for the same reasons as the call. An earlier send of this id
   * stays stored.
   */
  refused: event(
    "self",
    z.strictObject({
      clientId: z.uuid(),
      code: z.enum(ERROR_CODES),
      /** In how many seconds the message may be sent again; 0 when the server does not say. */
      retryAfterSeconds: z.int().min(0),
      /** What the writer has to confirm first. */
      warnings: z.array(z.enum(MESSAGE_WARNINGS)),
    }),
  ),
};

/**
 * The events that a browser may send; anything else counts as a violation. Events of a pair that come sooner than
 * `everyMs` after the previous one are dropped silently.
 */
export const toServer = {
  /** The call `messaging.send` over the open connection, with the same limits; `sent` or `refused` answers it. */
  // The schema also admits a text and ids that the call would refuse, so that their writer gets the answer `refused`.
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

/** The payload of an event as the browser reads or writes it, with instants as text. */
export type LiveWire<E extends keyof ToBrowser> = z.input<ToBrowser[E]["payload"]>;
export type LiveSaid<E extends keyof ToServer> = z.input<ToServer[E]["payload"]>;
