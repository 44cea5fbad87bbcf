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
 * A position in a member's stream: every change of that member's messages gets the next number. Numbers are per member,
 * so the recipient's stream has another number for the same message.
 */
const Seq = z.int().min(0);
const Count = z.int().min(0);
const wireSeq = () => z.codec(z.string().regex(/^\d{1,15}$/), z.int().min(0), { decode: Number, encode: String });
const params = z.strictObject({ memberId: id() });

const messageFields = {
  id: z.uuid(),
  seq: Seq,
  /** The message id assigned by the browser; null for a message of the other member, and in the list. */
  clientId: z.uuid().nullable(),
  isMine: z.boolean(),
  text: z.string(),
  sentAt: instant(),
  readAt: instant().nullable(),
};

/** The latest message of a conversation in the list, with the start of its text. */
export const LastMessage = z.strictObject(messageFields);

/** The quoted message of a reply, as one of the two members sees it. */
export const Quote = z.strictObject({
  id: z.uuid(),
  seq: Seq,
  isMine: z.boolean(),
  /**
   * The first QUOTE_MAX characters, plus one hidden character if there are more; null if the viewer has cleared the
   * conversation since.
   */
  text: z.string().nullable(),
});

const Reaction = z.enum(REACTION_KEYS);

/** A message as one of the two members sees it. */
export const Message = z.strictObject({
  ...messageFields,
  replyTo: Quote.nullable(),
  /** At most one reaction per member. */
  reactions: z.strictObject({ mine: Reaction.nullable(), theirs: Reaction.nullable() }),
  /** The warning rules' findings. Only for the reader; empty for the writer, who was asked before sending. */
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
  /** The latest message; null when the conversation was cleared. */
  lastMessage: LastMessage.nullable(),
  /** The number of received unread messages. */
  unread: Count,
  lastSeq: Seq,
});

/**
 * The end of a page of the conversation list: `{presence}.{lastSeq}`. The next page has rows with a later presence, or
 * with the same one and an earlier message.
 */
const ListPosition = z.string().regex(new RegExp(`^(?:${PRESENCE_ORDER.join("|")})\\.\\d{1,15}$`));

/**
 * Whether the caller may write. `upgrade`: a payer must buy; `age`: their age must be assured first; `unavailable`: the
 * other member is blocked or inactive; `managed`: the profile is unclaimed.
 */
export const Writing = z.enum(["open", "upgrade", "age", "unavailable", "managed"]);

/** What a payer lacks: tokens (never had any, or used them up) or new conversations. */
export const Shortage = z.enum(["never had tokens", "tokens", "conversations"]);
export type Shortage = z.infer<typeof Shortage>;

/** A suggested first message for a new conversation. The key identifies it among those for the same person. */
export const Opening = z.strictObject({ key: z.string(), text: z.string() });
export type Opening = z.infer<typeof Opening>;

/**
 * One change of a member's messages. `message`: sent or received. `seen`: the member read received messages up to
 * `upTo`. `read`: the other member read sent messages up to `upTo`, at `at`. `cleared`: the member cleared the
 * conversation up to `upTo`. `reaction`: a reaction to `message` was added or removed; `message` is complete and
 * current, and replaces the browser's copy, if any.
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
      /** The `next` of the previous page, with the same `sort` and `q`. */
      before: ListPosition.optional(),
      /** `latest` sorts by latest message, regardless of presence. */
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
    // Without a conversation this call shows a profile, and counts as a view.
    limit: [...ordinary, perMember("views", { taken: "handler" })],
    changes: "none",
    offline: "answer",
    answers: z.strictObject({
      peer: Peer,
      writing: Writing,
      /** null unless `writing` is `upgrade`. */
      shortage: Shortage.nullable(),
      unread: Count,
      /** A payer's balance; null for members who write for free. */
      balance: z.strictObject({ isPremium: z.boolean(), tokens: z.int(), conversations: z.int() }).nullable(),
      /** Suggested first messages, best first; absent once the two share a conversation, or without `open`. */
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
      // The chat says why nothing can be sent: a purchase is needed, or the other member has left.
      ofVisible: ["UPGRADE_REQUIRED", "PEER_UNAVAILABLE"],
      beside: { replyToId: { thing: "message", verdicts: only("own", "REPLY_GONE") } },
    },
    body: z.strictObject({
      clientId: id(),
      text: freeText(MESSAGE_MAX, { required: fieldTexts.messageRequired, tooLong: fieldTexts.messageTooLong }),
      /** Whether the writer confirmed the warning about the message. */
      isConfirmed: z.boolean().optional(),
      /** The quoted message of this conversation. */
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
      /** null removes the caller's reaction. */
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
      /** The browser's position; without it only the current position is answered. */
      after: wireSeq().optional(),
    }),
    answers: z.strictObject({
      changes: z.array(Change),
      /** The position after these changes. */
      cursor: Seq,
      hasMore: z.boolean(),
      /**
       * Whether some changes after `after` are no longer stored. The browser then reloads its screens and continues
       * from `cursor`.
       */
      mustStartOver: z.boolean(),
      unreadTotal: Count,
    }),
    summary: `What changed in the caller's messages after a position, in order, at most ${CHANGES_PAGE} at a time.`,
  }),
};
