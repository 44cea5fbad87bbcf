import type { Change, Conversation, ConversationPage, HistoryPage, LastMessage, Message } from "../types.ts";

// Each page has a `cursor`: the seq up to which it includes the stream. A page read after a change already shows it. So
// pages, events and catch-up reads give the same result in any order.

const isRead = (message: LastMessage, change: Change) =>
  change.upTo !== null && message.seq <= change.upTo && message.readAt === null;

function markRead<M extends LastMessage>(message: M, change: Change, isMine: boolean): M {
  return message.isMine === isMine && isRead(message, change) ? { ...message, readAt: change.at } : message;
}

/** Inserts a message by its seq, or replaces the one with the same id. */
function insertMessage(messages: Message[], message: Message): Message[] {
  const others = messages.filter(({ id }) => id !== message.id);
  const after = others.findIndex(({ seq }) => seq > message.seq);
  return after < 0 ? [...others, message] : others.toSpliced(after, 0, message);
}

const replaceMessage = (page: HistoryPage, message: Message): HistoryPage => ({
  ...page,
  messages: page.messages.map((loadedMessage) => (loadedMessage.id === message.id ? message : loadedMessage)),
});

function patchMessages(page: HistoryPage, change: Change, isNewest: boolean): HistoryPage {
  const { messages } = page;
  if (change.type === "message") {
    return isNewest && change.message ? { ...page, messages: insertMessage(messages, change.message) } : page;
  }
  if (change.type === "reaction") return change.message ? replaceMessage(page, change.message) : page;
  if (change.type !== "cleared") {
    return { ...page, messages: messages.map((message) => markRead(message, change, change.type === "read")) };
  }
  const remainingMessages = messages.filter(({ seq }) => seq > (change.upTo ?? 0));
  const hasMore = page.hasMore && remainingMessages.length > 0 && remainingMessages.length === messages.length;
  return { ...page, messages: remainingMessages, hasMore, isCleared: true };
}

/** Applies a change of any conversation to the loaded pages of the conversation with `withId`, newest page first. */
export function patchHistory(pages: HistoryPage[], withId: string, change: Change): HistoryPage[] {
  return pages.map((page, at) => {
    if (change.seq <= page.cursor) return page;
    const patched = change.withId === withId ? patchMessages(page, change, at === 0) : page;
    return { ...patched, cursor: change.seq };
  });
}

/** Inserts a message whose answer arrived before its change; the change then replaces it. */
export function insertSent(pages: HistoryPage[], message: Message): HistoryPage[] {
  return pages.map((page, at) =>
    at === 0 && message.seq > page.cursor ? { ...page, messages: insertMessage(page.messages, message) } : page,
  );
}

type OwnReaction = Message["reactions"]["mine"];

const changeMessages = (pages: HistoryPage[], change: (message: Message) => Message): HistoryPage[] =>
  pages.map((page) => ({ ...page, messages: page.messages.map(change) }));

/** Shows a reaction before the server has stored it. Any later state from the server replaces it. */
export function showHope(pages: HistoryPage[], id: string, reaction: OwnReaction): HistoryPage[] {
  return changeMessages(pages, (message) =>
    message.id === id ? { ...message, isHoped: true, reactions: { ...message.reactions, mine: reaction } } : message,
  );
}

/**
 * Restores the former reaction. A message without `isHoped` already has the server's state, so there is nothing to
 * undo.
 */
export function takeBackHope(pages: HistoryPage[], id: string, reaction: OwnReaction): HistoryPage[] {
  return changeMessages(pages, (loadedMessage) => {
    if (loadedMessage.id !== id || !loadedMessage.isHoped) return loadedMessage;
    const { isHoped: _, ...message } = loadedMessage;
    return { ...message, reactions: { ...message.reactions, mine: reaction } };
  });
}

/** Shows the message's new reaction in pages that do not yet include the change with that seq. */
export function showReacted(pages: HistoryPage[], message: Message, cursor: number): HistoryPage[] {
  return pages.map((page) => (cursor > page.cursor ? replaceMessage(page, message) : page));
}

function patchRow(row: Conversation, change: Change): Conversation[] {
  const unread = change.unread;
  const { lastMessage } = row;
  if (change.type === "message") return [{ ...row, unread, lastMessage: change.message, lastSeq: change.seq }];
  if (change.type === "cleared") return (lastMessage?.seq ?? 0) > (change.upTo ?? 0) ? [{ ...row, unread }] : [];
  if (change.type === "reaction") return [{ ...row, unread }];
  return [{ ...row, unread, lastMessage: lastMessage && markRead(lastMessage, change, change.type === "read") }];
}

/**
 * Applies a change to the loaded pages of a list. Rows stay in their pages; the row of a cleared conversation is
 * removed.
 */
export function patchConversations(pages: ConversationPage[], change: Change): ConversationPage[] {
  return pages.map((page) => {
    if (change.seq <= page.cursor) return page;
    const rows = page.conversations.flatMap((row) => (row.peer.id === change.withId ? patchRow(row, change) : [row]));
    return { ...page, cursor: change.seq, conversations: rows };
  });
}

/** Whether a message's conversation is not in the loaded list, so that its row must be loaded. */
export function isRowMissing(pages: ConversationPage[], change: Change): boolean {
  if (change.type !== "message") return false;
  return pages.every(
    (page) => change.seq > page.cursor && !page.conversations.some(({ peer }) => peer.id === change.withId),
  );
}

/** All loaded rows, the latest message first. Each member appears once. */
export function listRows(pages: ConversationPage[]): Conversation[] {
  const latest = new Map<string, Conversation>();
  for (const row of pages.flatMap(({ conversations }) => conversations)) {
    const knownRow = latest.get(row.peer.id);
    if (!knownRow || knownRow.lastSeq <= row.lastSeq) latest.set(row.peer.id, row);
  }
  return [...latest.values()].sort((a, b) => b.lastSeq - a.lastSeq);
}

/** All loaded messages, oldest first. */
export const listMessages = (pages: HistoryPage[]): Message[] => pages.toReversed().flatMap(({ messages }) => messages);

type LoadedList = { pages: ConversationPage[]; pageParams: (string | null)[] };

/** Prepends a newly read page of rows, and removes its repeated rows from the loaded pages. */
export function insertRows({ pages, pageParams }: LoadedList, firstPage: ConversationPage): LoadedList {
  const fresh = new Set(firstPage.conversations.map(({ peer }) => peer.id));
  const others = pages.map((page, at) => ({
    param: pageParams[at] ?? null,
    page: { ...page, conversations: page.conversations.filter(({ peer }) => !fresh.has(peer.id)) },
  }));
  // The last page stays even if it is empty, because it holds the cursor of the next page.
  const keptPages = others.filter(({ page }, at) => at === others.length - 1 || page.conversations.length > 0);
  return {
    pages: [firstPage, ...keptPages.map(({ page }) => page)],
    pageParams: [null, ...keptPages.map(({ param }) => param)],
  };
}
