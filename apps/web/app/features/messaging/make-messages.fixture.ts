import type { Entry } from "./outbox/rules.ts";
import type { Change, Chat, Conversation, ConversationPage, HistoryPage, Message, Peer } from "./types.ts";

// Answers and events of the server about messages, for tests.

const AT = "2026-11-21T12:00:00.000Z";

export const makePeer = (id: string): Peer => ({
  id,
  name: id,
  photoUrl: null,
  presence: "offline",
  isVerified: false,
  isPremium: false,
  isManaged: false,
  isDemo: false,
  isAvailable: true,
});

export const makeMessage = (seq: number, overrides: Partial<Message> = {}): Message => ({
  id: `m${seq}`,
  seq,
  clientId: null,
  isMine: false,
  text: `texto ${seq}`,
  sentAt: AT,
  readAt: null,
  replyTo: null,
  reactions: { mine: null, theirs: null },
  warnings: [],
  ...overrides,
});

/** A change of the stream: by default a received message of Ana. */
export const makeChange = (seq: number, overrides: Partial<Change> = {}): Change => ({
  seq,
  type: "message",
  withId: "ana",
  message: makeMessage(seq),
  upTo: null,
  at: AT,
  unread: 1,
  unreadTotal: 1,
  ...overrides,
});

export const makeRow = (id: string, seq: number): Conversation => ({
  peer: makePeer(id),
  lastMessage: makeMessage(seq),
  unread: 0,
  lastSeq: seq,
});

export const makeList = (cursor: number, rows: Conversation[]): ConversationPage => ({
  conversations: rows,
  next: null,
  cursor,
  unreadTotal: 0,
});

export const makeHistory = (cursor: number, messages: Message[]): HistoryPage => ({ messages, hasMore: false, cursor });

export const makeChat = (id: string, overrides: Partial<Chat> = {}): Chat => ({
  peer: makePeer(id),
  writing: "open",
  shortage: null,
  balance: null,
  unread: 0,
  ...overrides,
});

export const makeEntry = (clientId: string, overrides: Partial<Entry> = {}): Entry => ({
  clientId,
  withId: "ana",
  text: `texto ${clientId}`,
  at: 0,
  triedAt: null,
  state: "waiting",
  failure: null,
  isAnnounced: false,
  ...overrides,
});
