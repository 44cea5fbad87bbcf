// The promises that must hold after any kill. The record of acknowledged writes is compared with the database.

/**
 * A message as the product acknowledged it to its sender. Texts are numbered in the order in which they were written.
 */
export type SentMessage = {
  id: string;
  senderId: string;
  recipientId: string;
  clientId: string;
  text: string;
  /** The seq of the message in the sender's stream. */
  seq: number;
};
/**
 * The last acknowledged reaction of a member to a message, if it was not changed since; null when it was taken back.
 */
export type GivenReaction = { messageId: string; memberId: string; reaction: string | null };
/** The last acknowledged reading or clearing of a conversation by its owner, up to a seq of the owner's stream. */
export type ReachedMark = { ownerId: string; otherId: string; upTo: number };
/**
 * Everything that was acknowledged to members. `people` have the tokens that they were given; null for members who
 * write for free.
 */
export type AcknowledgedWrites = {
  sent: SentMessage[];
  read: ReachedMark[];
  cleared: ReachedMark[];
  reacted: GivenReaction[];
  people: { id: string; tokens: number | null; conversations: number | null }[];
};

export type MessageRow = {
  id: string;
  senderId: string;
  recipientId: string;
  clientId: string;
  senderSeq: number;
  recipientSeq: number;
  text: string;
  sentAt: Date;
  readAt: Date | null;
};
export type ReactionRow = { messageId: string; memberId: string; emoji: string };
export type EventRow = { memberId: string; seq: number; otherId: string };
export type ConversationRow = {
  ownerId: string;
  otherId: string;
  lastSeq: number;
  changedSeq: number;
  lastMessageId: string;
  lastText: string | null;
  lastSentAt: Date | null;
  isLastMine: boolean | null;
  lastReadAt: Date | null;
  unread: number;
  received: number;
  readUpTo: number;
  clearedUpTo: number;
  startedAt: Date | null;
  openedAt: Date | null;
};
export type EntryRow = { memberId: string; kind: string; objectId: string; tokens: number; conversations: number };
export type BalanceRow = { memberId: string; tokens: number; conversations: number };

export type StoredState = {
  messages: MessageRow[];
  reactions: ReactionRow[];
  events: EventRow[];
  streams: { memberId: string; lastSeq: number }[];
  conversations: ConversationRow[];
  entries: EntryRow[];
  balances: BalanceRow[];
  /** The notifications about messages that are not dismissed: who gets them, and who wrote. */
  notices: { memberId: string; otherId: string }[];
};

export type ShownView = {
  memberId: string;
  unreadTotal: number;
  rows: { otherId: string; lastSeq: number; lastMessageId: string | null; unread: number }[];
  chats: { otherId: string; hasMore: boolean; messages: ShownMessage[] }[];
};
export type ShownMessage = {
  id: string;
  seq: number;
  clientId: string | null;
  isMine: boolean;
  text: string;
  readAt: string | null;
  reactions: { mine: string | null; theirs: string | null };
};

export type FaultKind =
  | "lost"
  | "doubled"
  | "unknown"
  | "order"
  | "stream"
  | "tokens"
  | "unread"
  | "row"
  | "shown"
  /** A browser got an answer that none should get, or its outbox gave a message up. */
  | "answer"
  /** Something died, and the log or the alerts do not say so. */
  | "unreported"
  /** The run could not continue: the product ended without being killed, or a step took too long. */
  | "stuck";
export type Fault = { kind: FaultKind; text: string };

/** Every promise that is broken. Call it when no send is under way. */
export function findFaults(
  acknowledged: AcknowledgedWrites,
  storedState: StoredState,
  shownViews: ShownView[],
): Fault[] {
  const pairs = groupByPair(storedState.messages);
  return [
    ...findLost(acknowledged, storedState),
    ...findLostReactions(acknowledged, storedState),
    ...findDoubled(acknowledged, storedState),
    ...findDisorder(storedState),
    ...findTornStreams(storedState),
    ...findWrongBalances(acknowledged, storedState),
    ...findWrongRows(acknowledged, storedState, pairs),
    ...shownViews.flatMap((view) => findWrongView(view, storedState, pairs)),
  ];
}

/**
 * The broken promises among those that must hold at every moment, while members write. `acknowledged` must be older
 * than `storedState`.
 */
export function findFaultsMeanwhile(acknowledged: AcknowledgedWrites, storedState: StoredState): Fault[] {
  return [...findLost(acknowledged, storedState), ...findTornStreams(storedState)];
}

const fault = (kind: FaultKind, text: string): Fault => ({ kind, text });
const pairKey = (first: string, second: string) => `${first} ${second}`;
const clientKey = (message: { senderId: string; clientId: string }) => `${message.senderId} ${message.clientId}`;

function groupBy<T>(rows: T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

function findLost({ sent }: AcknowledgedWrites, { messages }: StoredState): Fault[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  return sent.flatMap((message) => {
    const row = byId.get(message.id);
    if (!row) return [fault("lost", `"${message.text}" was acknowledged as ${message.id} and is not there`)];
    const isSame =
      clientKey(row) === clientKey(message) &&
      row.recipientId === message.recipientId &&
      row.text === message.text &&
      row.senderSeq === message.seq;
    return isSame
      ? []
      : [fault("lost", `"${message.text}" (${message.id}) is stored otherwise than it was acknowledged`)];
  });
}

function findLostReactions({ reacted }: AcknowledgedWrites, { reactions }: StoredState): Fault[] {
  const emojis = new Map(reactions.map((row) => [pairKey(row.messageId, row.memberId), row.emoji]));
  return reacted.flatMap(({ messageId, memberId, reaction }) => {
    const emoji = emojis.get(pairKey(messageId, memberId)) ?? null;
    if (emoji === reaction) return [];
    return [fault("lost", `${memberId} had reacted to ${messageId} with ${reaction}, and ${emoji} is stored`)];
  });
}

/** The members wrote every text once, so a second message with the same text is a double, whatever its id. */
function findDoubled({ sent }: AcknowledgedWrites, { messages }: StoredState): Fault[] {
  const knownIds = new Set(sent.map(({ id }) => id));
  const doubled = [...groupBy(messages, ({ text }) => text)].filter(([, rows]) => rows.length > 1);
  return [
    ...doubled.map(([text, rows]) => fault("doubled", `"${text}" is stored ${rows.length} times`)),
    ...messages
      .filter(({ id }) => !knownIds.has(id))
      .map(({ id, text }) => fault("unknown", `"${text}" (${id}) is stored and was acknowledged to nobody`)),
  ];
}

/** The number that a text ends with. */
const numberOf = (text: string) => Number(text.slice(text.lastIndexOf(" ") + 1));

/** In each direction of a pair, the order in which a member wrote must be the order in both streams. */
function findDisorder({ messages }: StoredState): Fault[] {
  const directions = groupBy(messages, (message) => pairKey(message.senderId, message.recipientId));
  return [...directions.values()].flatMap((rows) => {
    const writtenRows = rows.toSorted((a, b) => numberOf(a.text) - numberOf(b.text));
    return writtenRows.flatMap((row, at) => {
      const next = writtenRows[at + 1];
      if (!next || (row.senderSeq < next.senderSeq && row.recipientSeq < next.recipientSeq)) return [];
      return [fault("order", `"${next.text}" was written after "${row.text}" and does not stand after it`)];
    });
  });
}

/** The seq of each change of a member's messages, with the other member of the pair. */
function listPlaces({ messages, events }: StoredState): { memberId: string; otherId: string; seq: number }[] {
  return [
    ...messages.map((message) => ({
      memberId: message.senderId,
      otherId: message.recipientId,
      seq: message.senderSeq,
    })),
    ...messages.map((message) => ({
      memberId: message.recipientId,
      otherId: message.senderId,
      seq: message.recipientSeq,
    })),
    ...events,
  ];
}

/** A stream must have each seq from 1 to its last exactly once, at every moment. */
export function findTornStreams(storedState: StoredState): Fault[] {
  const places = groupBy(listPlaces(storedState), ({ memberId }) => memberId);
  return storedState.streams.flatMap(({ memberId, lastSeq }) => {
    const seqs = (places.get(memberId) ?? []).map(({ seq }) => seq).sort((a, b) => a - b);
    const at = seqs.findIndex((seq, index) => seq !== index + 1);
    if (at >= 0) return [fault("stream", `the stream of ${memberId} has ${seqs[at]} where ${at + 1} belongs`)];
    if (seqs.length === lastSeq) return [];
    return [fault("stream", `the stream of ${memberId} says ${lastSeq} and has ${seqs.length} changes`)];
  });
}

/**
 * A payer must have paid one token for each message and one conversation for each person written to, and nothing else.
 */
function findWrongBalances({ people }: AcknowledgedWrites, { messages, entries, balances }: StoredState): Fault[] {
  const writtenMessages = groupBy(messages, ({ senderId }) => senderId);
  const ledger = groupBy(entries, ({ memberId }) => memberId);
  const balanceOf = new Map(balances.map((row) => [row.memberId, row]));
  return people.flatMap(({ id, tokens, conversations }) => {
    const own = ledger.get(id) ?? [];
    const balance = balanceOf.get(id);
    if (!balance) return [fault("tokens", `${id} has no balance`)];
    const sums = { tokens: sum(own, "tokens"), conversations: sum(own, "conversations") };
    const faults =
      sums.tokens === balance.tokens && sums.conversations === balance.conversations
        ? []
        : [fault("tokens", `the balance of ${id} is ${format(balance)}, and the ledger adds up to ${format(sums)}`)];
    const sentMessages = writtenMessages.get(id) ?? [];
    const spends = own.filter(({ kind }) => kind === "spend");
    const paidFor = tokens === null ? [] : sentMessages.map((message) => message.id);
    if (
      !isSameSet(
        paidFor,
        spends.map(({ objectId }) => objectId),
      )
    )
      faults.push(fault("tokens", `${id} wrote ${paidFor.length} messages that cost and paid for ${spends.length}`));
    const metCount = new Set(sentMessages.map(({ recipientId }) => recipientId)).size;
    const due = {
      tokens: (tokens ?? 0) - paidFor.length,
      conversations: (conversations ?? 0) - (tokens === null ? 0 : metCount),
    };
    if (due.tokens !== balance.tokens || due.conversations !== balance.conversations)
      faults.push(fault("tokens", `${id} should have ${format(due)} and has ${format(balance)}`));
    return faults;
  });
}

const sum = (rows: EntryRow[], of: "tokens" | "conversations") => rows.reduce((total, row) => total + row[of], 0);
const format = (amounts: { tokens: number; conversations: number }) =>
  `${amounts.tokens} tokens and ${amounts.conversations} conversations`;

function isSameSet(some: string[], others: string[]): boolean {
  const all = new Set(some);
  return some.length === others.length && all.size === some.length && others.every((item) => all.has(item));
}

/** A message from the view of one of the two members. */
type SeenMessage = { isMine: boolean; seq: number; message: MessageRow };

/** The messages of each owner with each other member, in the order of the owner's stream. */
function groupByPair(messages: MessageRow[]): Map<string, SeenMessage[]> {
  const pairs = groupBy(
    messages.flatMap((message) => [
      { key: pairKey(message.senderId, message.recipientId), isMine: true, seq: message.senderSeq, message },
      { key: pairKey(message.recipientId, message.senderId), isMine: false, seq: message.recipientSeq, message },
    ]),
    ({ key }) => key,
  );
  for (const seenSeqs of pairs.values()) seenSeqs.sort((a, b) => a.seq - b.seq);
  return pairs;
}

function findWrongRows(
  acknowledged: AcknowledgedWrites,
  storedState: StoredState,
  pairs: Map<string, SeenMessage[]>,
): Fault[] {
  const rows = new Map(storedState.conversations.map((row) => [pairKey(row.ownerId, row.otherId), row]));
  const changedSeqs = new Map<string, number>();
  for (const { memberId, otherId, seq } of listPlaces(storedState)) {
    const key = pairKey(memberId, otherId);
    changedSeqs.set(key, Math.max(changedSeqs.get(key) ?? 0, seq));
  }
  const missingKeys = [...pairs.keys()].filter((key) => !rows.has(key));
  const payers = new Set(acknowledged.people.flatMap(({ id, tokens }) => (tokens === null ? [] : [id])));
  return [
    ...missingKeys.map((key) => fault("row", `the conversation ${key} has messages and no row`)),
    ...[...rows].flatMap(([key, row]) => findWrongRow(row, pairs.get(key) ?? [], changedSeqs.get(key) ?? 0)),
    ...[...rows].flatMap(([key, row]) => findWrongStart(row, rows, pairs.get(key) ?? [], payers)),
    ...findWrongNotices(storedState),
    ...acknowledged.read.flatMap((readMarks) => findUnreached("read", readMarks, rows)),
    ...acknowledged.cleared.flatMap((cleared) => findUnreached("cleared", cleared, rows)),
  ];
}

function findWrongRow(row: ConversationRow, seenMessages: SeenMessage[], changedSeq: number): Fault[] {
  const name = `the conversation of ${row.ownerId} with ${row.otherId}`;
  const last = seenMessages.at(-1);
  const isLast = last?.seq === row.lastSeq && last.message.id === row.lastMessageId && changedSeq === row.changedSeq;
  const tells =
    last?.message.text.startsWith(row.lastText ?? "?") &&
    row.isLastMine === last.isMine &&
    row.lastSentAt?.getTime() === last.message.sentAt.getTime() &&
    row.lastReadAt?.getTime() === last.message.readAt?.getTime();
  const receivedMessages = seenMessages.filter(({ isMine }) => !isMine);
  const unread = receivedMessages.filter(({ seq }) => seq > Math.max(row.readUpTo, row.clearedUpTo)).length;
  const wrong = receivedMessages.filter(({ seq, message }) => (message.readAt !== null) !== seq <= row.readUpTo);
  return [
    ...(isLast ? [] : [fault("row", `${name} does not name its last message and change`)]),
    ...(tells ? [] : [fault("row", `${name} tells its last message otherwise than the message itself`)]),
    ...(receivedMessages.length === row.received ? [] : [fault("row", `${name} does not count what was received`)]),
    ...(unread === row.unread ? [] : [fault("unread", `${name} counts ${row.unread} unread, and there are ${unread}`)]),
    ...wrong.map(({ seq }) =>
      fault("unread", `${name} is read up to ${row.readUpTo}, and message ${seq} says otherwise`),
    ),
  ];
}

/** Checks that one of the two wrote first, and that a payer who wrote has opened the conversation. */
function findWrongStart(
  row: ConversationRow,
  rows: Map<string, ConversationRow>,
  seenMessages: SeenMessage[],
  payers: ReadonlySet<string>,
): Fault[] {
  const name = `the conversation of ${row.ownerId} with ${row.otherId}`;
  const otherRow = rows.get(pairKey(row.otherId, row.ownerId));
  const hasStarted = seenMessages[0]?.isMine === true;
  const isOpened = payers.has(row.ownerId) && seenMessages.some(({ isMine }) => isMine);
  const faults =
    hasStarted === (row.startedAt !== null) && otherRow ? [] : [fault("row", `${name} does not know who began`)];
  if (payers.has(row.ownerId) && isOpened !== (row.openedAt !== null))
    faults.push(fault("row", `${name} does not know whether it was paid for`));
  return faults;
}

/** There must be one notification for each conversation with unread messages, and no other. */
function findWrongNotices({ conversations, notices }: StoredState): Fault[] {
  const due = conversations.flatMap((row) => (row.unread > 0 ? [pairKey(row.ownerId, row.otherId)] : []));
  const open = notices.map(({ memberId, otherId }) => pairKey(memberId, otherId));
  if (isSameSet(due, open)) return [];
  return [fault("unread", `${due.length} conversations have unread messages, and ${open.length} are notified of`)];
}

function findUnreached(
  what: "read" | "cleared",
  { ownerId, otherId, upTo }: ReachedMark,
  rows: Map<string, ConversationRow>,
): Fault[] {
  const row = rows.get(pairKey(ownerId, otherId));
  const reachedSeq = what === "read" ? row?.readUpTo : row?.clearedUpTo;
  if (reachedSeq !== undefined && reachedSeq >= upTo) return [];
  return [fault("lost", `${ownerId} had ${what} up to ${upTo} of ${otherId}, and ${reachedSeq} is stored`)];
}

/** What a browser shows must be what the database has, as far back as the browser has loaded. */
function findWrongView(view: ShownView, storedState: StoredState, pairs: Map<string, SeenMessage[]>): Fault[] {
  const own = storedState.conversations.filter(({ ownerId }) => ownerId === view.memberId);
  const listedRows = own.filter((row) => row.lastSeq > row.clearedUpTo);
  const expectedRows = listedRows.map(({ otherId, lastSeq, lastMessageId, unread }) =>
    JSON.stringify([otherId, lastSeq, lastMessageId, unread]),
  );
  const rows = view.rows.map(({ otherId, lastSeq, lastMessageId, unread }) =>
    JSON.stringify([otherId, lastSeq, lastMessageId, unread]),
  );
  const unread = own.reduce((total, row) => total + row.unread, 0);
  const clearedUpTo = new Map(own.map((row) => [row.otherId, row.clearedUpTo]));
  const emojis = new Map(storedState.reactions.map((row) => [pairKey(row.messageId, row.memberId), row.emoji]));
  return [
    ...(isSameSet(expectedRows, rows)
      ? []
      : [fault("shown", `${view.memberId} sees the list ${rows} and not ${expectedRows}`)]),
    ...(unread === view.unreadTotal
      ? []
      : [fault("shown", `${view.memberId} sees ${view.unreadTotal} unread, and there are ${unread}`)]),
    ...view.chats.flatMap((chat) => {
      const seenMessages = pairs.get(pairKey(view.memberId, chat.otherId)) ?? [];
      const leftMessages = seenMessages.filter(({ seq }) => seq > (clearedUpTo.get(chat.otherId) ?? 0));
      return findWrongChat(view.memberId, chat, leftMessages, emojis);
    }),
  ];
}

function findWrongChat(
  memberId: string,
  { otherId, hasMore, messages }: ShownView["chats"][number],
  leftMessages: SeenMessage[],
  emojis: ReadonlyMap<string, string>,
): Fault[] {
  const name = `${memberId} with ${otherId}`;
  if (!hasMore && messages.length !== leftMessages.length)
    return [fault("shown", `${name} sees ${messages.length} messages, and there are ${leftMessages.length}`)];
  const latest = messages.length === 0 ? [] : leftMessages.slice(-messages.length);
  const reactionsTo = (id: string) => ({
    mine: emojis.get(pairKey(id, memberId)) ?? null,
    theirs: emojis.get(pairKey(id, otherId)) ?? null,
  });
  const at = messages.findIndex(
    (message, index) => !isShownAs(message, latest[index]) || !isReactedTo(message, reactionsTo(message.id)),
  );
  return at < 0 ? [] : [fault("shown", `${name} sees ${JSON.stringify(messages[at])}, which is not what is stored`)];
}

function isShownAs(shownMessage: ShownMessage, seenMessage: SeenMessage | undefined): boolean {
  if (!seenMessage) return false;
  const { message, isMine, seq } = seenMessage;
  const clientId = isMine ? message.clientId : null;
  const readAt = message.readAt?.toISOString() ?? null;
  return (
    shownMessage.id === message.id &&
    shownMessage.seq === seq &&
    shownMessage.clientId === clientId &&
    shownMessage.isMine === isMine &&
    shownMessage.text === message.text &&
    shownMessage.readAt === readAt
  );
}

const isReactedTo = ({ reactions }: ShownMessage, { mine, theirs }: ShownMessage["reactions"]) =>
  reactions.mine === mine && reactions.theirs === theirs;
