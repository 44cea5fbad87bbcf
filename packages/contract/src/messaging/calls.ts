import * as z from "zod";
import { call, id, instant, visibleId } from "../call/call.ts";
import { quietMemberCall } from "../call/common-calls.ts";
import { fieldTexts } from "../call/errors.ts";
import { ordinary, perMember } from "../call/limit-policy.ts";
import { all, only } from "../call/names.ts";
import { freeText } from "../call/text.ts";
import { CHANGES_PAGE, CONVERSATION_PAGE, MESSAGE_MAX, MESSAGE_PAGE, PRESENCE_ORDER, SEARCH_MAX } from "../limits.ts";
import { Presence } from "../presence/calls.ts";
import { REACTION_KEYS } from "./reactions.ts";
import { MESSAGE_WARNINGS } from "./warnings.ts";

/**
 * A position in a member's stream: every change of that member's messages gets the next number. Each member has their
 * own numbers, so the same message has another number in the recipient's stream.
 */
const Seq = z.int().min(0);
const Count = z.int().min(0);
const wireSeq = () => z.codec(z.string().regex(/^\d{1,15}$/), z.int().min(0), { decode: Number, encode: String });
const params = z.strictObject({ memberId: id() });

const messageFields = {
  id: z.uuid(),
  seq: Seq,
  /** The id that the browser gave the message; null for a message of the other member, and in the list. */
  clientId: z.uuid().nullable(),
  isMine: z.boolean(),
  text: z.string(),
  sentAt: instant(),
  readAt: instant().nullable(),
};

/** The latest message of a conversation in the list, with the beginning of its text. */
export const LastMessage = z.strictObject(messageFields);

/** The message that another one replies to, as one of the two members sees it. */
export const Quote = z.strictObject({
  id: z.uuid(),
  seq: Seq,
  isMine: z.boolean(),
  /** Its first characters: QUOTE_MAX and, where it has more, the next one, which is not shown; null when the viewer has since emptied the conversation. */
  text: z.string().nullable(),
});

const Reaction = z.enum(REACTION_KEYS);

/** A message as one of the two members sees it. */
export const Message = z.strictObject({
  ...messageFields,
  replyTo: Quote.nullable(),
  /** At most one reaction of each of the two members. */
  reactions: z.strictObject({ mine: Reaction.nullable(), theirs: Reaction.nullable() }),
  /**
   * What the rules noticed when the message was sent. Only the reader gets it; for the writer, who was asked before
   * sending, it is empty.
   */
  warnings: z.array(z.enum(MESSAGE_WARNINGS)),
});

/** The other member of a conversation. */
export const Peer = z.strictObject({
  id: visibleId(),
  name: z.string(),
  /** The link to the small size of the main photo; null without a photo, or when the member is not available. */
  photoUrl: z.string().nullable(),
  presence: Presence,
  isVerified: z.boolean(),
  isPremium: z.boolean(),
  isManaged: z.boolean(),
  isDemo: z.boolean(),
  /** Whether the member is neither blocked nor inactive. */
  isAvailable: z.boolean(),
});

export const Conversation = z.strictObject({
  peer: Peer,
  /** The latest message; null when the conversation was emptied. */
  lastMessage: LastMessage.nullable(),
  /** The number of messages that were received and not read. */
  unread: Count,
  lastSeq: Seq,
});

/**
 * Where a page of the list of conversations ends: `{presence}.{lastSeq}`. The next page has the rows with a later
 * presence, or with the same one and an earlier message.
 */
const ListPosition = z.string().regex(new RegExp(`^(?:${PRESENCE_ORDER.join("|")})\\.\\d{1,15}$`));

/**
 * Whether the caller may write: `upgrade` asks a payer to buy, `age` to have their age assured first, `unavailable`
 * means the other is blocked or inactive, `managed` that no person has claimed the profile yet.
 */
export const Writing = z.enum(["open", "upgrade", "age", "unavailable", "managed"]);

/** What a payer lacks who is asked to buy: tokens, which they never had or have used up, or new conversations. */
export const Shortage = z.enum(["never had tokens", "tokens", "conversations"]);
export type Shortage = z.infer<typeof Shortage>;

/** A first message that the product offers for a new conversation. The key names it among all for the same person. */
export const Opening = z.strictObject({ key: z.string(), text: z.string() });
export type Opening = z.infer<typeof Opening>;

/**
 * One change of a member's messages. `message`: a message was sent or received. `seen`: the member read received
 * messages up to `upTo`. `read`: the other member read sent messages up to `upTo`, at `at`. `cleared`: the member
 * emptied the conversation up to `upTo`. `reaction`: one of the two reacted to `message`, or took the reaction back;
 * `message` is complete and current, and replaces the browser's copy if there is one.
 */
export const Change = z.strictObject({
  seq: Seq,
  type: z.enum(["message", "seen", "read", "cleared", "reaction"]),
  withId: z.uuid(),
  message: Message.nullable(),
  upTo: Seq.nullable(),
  at: instant(),
  /** The unread messages of this conversation, and of all conversations, after the change. */
  unread: Count,
  unreadTotal: Count,
});

/** Calls about the conversation with one member. */
const conversationCall = {
  access: "member",
  limit: ordinary,
  names: { thing: "member", verdicts: only("counterpart", "NOT_FOUND"), staff: all("NOT_FOUND") },
  params,
} as const;
const { names } = conversationCall;

export const messaging = {
  conversations: call({
    ...quietMemberCall,
    method: "GET",
    path: "/conversations",
    offline: "first page",
    query: z.strictObject({
      /** The `next` of the previous page, which had the same `sort` and `q`. */
      before: ListPosition.optional(),
      /** `latest` puts the latest message first, regardless of presence. */
      sort: z.enum(["latest"]).optional(),
      /** Only members whose name contains this text, ignoring accents and case. */
      q: z.string().max(SEARCH_MAX).optional(),
    }),
    answers: z.strictObject({
      conversations: z.array(Conversation),
      next: ListPosition.nullable(),
      /** The position in the caller's stream up to which this page is current. */
      cursor: Seq,
      unreadTotal: Count,
    }),
    summary: `The caller's conversations, ${CONVERSATION_PAGE} a page: online members first, then available ones, those active today and the rest, each by the latest message. Emptied ones and blocked members are left out. A later page may repeat members, so that nobody is missed whose presence changes meanwhile.`,
  }),
  chat: call({
    ...conversationCall,
    method: "GET",
    path: "/conversations/:memberId",
    // Without a conversation this call is a look at a profile, and counts as one.
    limit: [...ordinary, perMember("views", { taken: "handler" })],
    changes: "none",
    offline: "answer",
    answers: z.strictObject({
      peer: Peer,
      writing: Writing,
      /** null unless `writing` is `upgrade`. */
      shortage: Shortage.nullable(),
      unread: Count,
      /** What a payer has left; null for members who write for free. */
      balance: z.strictObject({ isPremium: z.boolean(), tokens: z.int(), conversations: z.int() }).nullable(),
      /** First messages to choose from, the best first; absent once the two share a conversation, or without `open`. */
      openings: z.array(Opening).optional(),
    }),
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED", "DAILY_PROFILES_REACHED"],
    summary:
      "The other one of a conversation and whether the caller may write; without a conversation, a member who may not be written to looks missing.",
  }),
  history: call({
    ...conversationCall,
    method: "GET",
    path: "/conversations/:memberId/messages",
    changes: "none",
    offline: "first page",
    query: z.strictObject({
      /** Only messages before this position in the caller's stream. */
      before: wireSeq().optional(),
    }),
    answers: z.strictObject({
      /** Oldest first. */
      messages: z.array(Message),
      hasMore: z.boolean(),
      cursor: Seq,
    }),
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: `The latest ${MESSAGE_PAGE} messages of a conversation, or those before a position.`,
  }),
  send: call({
    ...conversationCall,
    method: "POST",
    path: "/conversations/:memberId/messages",
    limit: perMember("messages"),
    changes: { events: ["change"] },
    offline: "no",
    names: {
      ...names,
      blocked: { counterpart: "PEER_UNAVAILABLE" },
      // The chat says why nothing can be sent: the member must buy first, or the other one has left.
      ofVisible: ["UPGRADE_REQUIRED", "PEER_UNAVAILABLE"],
      beside: { replyToId: { thing: "message", verdicts: only("own", "REPLY_GONE") } },
    },
    body: z.strictObject({
      clientId: id(),
      text: freeText(MESSAGE_MAX, { required: fieldTexts.messageRequired, tooLong: fieldTexts.messageTooLong }),
      /** Whether the writer saw the warning about the message and wants to send it. */
      isConfirmed: z.boolean().optional(),
      /** The message of this conversation that it replies to. */
      replyToId: id().optional(),
    }),
    answers: Message,
    errors: [
      "NOT_FOUND",
      "UPGRADE_REQUIRED",
      "PEER_UNAVAILABLE",
      "AGE_ASSURANCE_REQUIRED",
      "TOO_MANY_NEW_CONVERSATIONS",
      "NEW_CONVERSATIONS_SLOWED",
      "MESSAGE_NEEDS_CONFIRMATION",
      "MESSAGE_CHANGED",
      "REPLY_GONE",
      "RATE_LIMIT_EXCEEDED",
    ],
    summary:
      "Stores a message and charges for it, both or neither; the same client id again answers what was stored and charges nothing.",
  }),
  react: call({
    ...conversationCall,
    method: "PUT",
    path: "/conversations/:memberId/messages/:seq/reaction",
    isRare: true,
    limit: perMember("reactions"),
    changes: { events: ["change"] },
    offline: "no",
    names: { ...names, blocked: { counterpart: "NOT_FOUND" } },
    params: z.strictObject({
      memberId: id(),
      /** The message's position in the caller's stream. */
      seq: wireSeq(),
    }),
    body: z.strictObject({
      /** null takes the caller's reaction back. */
      reaction: Reaction.nullable(),
    }),
    answers: z.strictObject({
      message: Message,
      /** The position in the caller's stream up to which `message` is current. */
      cursor: Seq,
    }),
    errors: ["NOT_FOUND", "AGE_ASSURANCE_REQUIRED", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Sets the caller's one reaction to a message of a conversation, or takes it back; it costs nothing, and only two who may reach each other react.",
  }),
  markRead: call({
    ...conversationCall,
    method: "PUT",
    path: "/conversations/:memberId/read",
    limit: perMember("reading"),
    changes: { events: ["change"] },
    offline: "no",
    body: z.strictObject({ upTo: Seq }),
    answers: z.strictObject({ unread: Count, unreadTotal: Count }),
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary:
      "The caller has read what was received up to a position of their stream; the server's clock gives the time.",
  }),
  clear: call({
    ...conversationCall,
    method: "DELETE",
    path: "/conversations/:memberId",
    isRare: true,
    changes: { events: ["change"] },
    offline: "forget answers",
    body: z.strictObject({ upTo: Seq }),
    answers: z.strictObject({ unreadTotal: Count }),
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: "Empties a conversation for the caller, up to a position of their stream; the other one keeps it.",
  }),
  changes: call({
    ...quietMemberCall,
    method: "GET",
    path: "/messages/changes",
    query: z.strictObject({
      /** The position that the browser has; without it only the present position is answered. */
      after: wireSeq().optional(),
    }),
    answers: z.strictObject({
      changes: z.array(Change),
      /** The position after these changes. */
      cursor: Seq,
      hasMore: z.boolean(),
      /**
       * Whether some changes after `after` are no longer kept. The browser then loads its screens anew and goes on from
       * `cursor`.
       */
      mustStartOver: z.boolean(),
      unreadTotal: Count,
    }),
    summary: `What changed in the caller's messages after a position, in order, at most ${CHANGES_PAGE} at a time.`,
  }),
};
