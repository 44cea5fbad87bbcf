import { dayInBrazil, daysBetween } from "@caramelo/contract/formats/calendar";
import { countWords } from "@caramelo/contract/formats/counts";
import { dayOfYearText, longDayText } from "@caramelo/contract/formats/moments";
import { QUOTE_MAX } from "@caramelo/contract/limits";
import { REACTIONS, type Reaction } from "@caramelo/contract/messaging/reactions";
import { reactionLabels } from "@caramelo/contract/texts/conversation";
import type { Entry } from "../outbox/rules.ts";
import type { Message, Quote } from "../types.ts";

const MINUTE = 60_000;

/** "Hoje", "Ontem", or the date, with the year unless it is this year. */
export function dayLabel(at: number, now: number): string {
  const [day, today] = [dayInBrazil(new Date(at)), dayInBrazil(new Date(now))];
  if (day === today) return "Hoje";
  if (daysBetween(day, today) === 1) return "Ontem";
  return day.slice(0, 4) === today.slice(0, 4) ? dayOfYearText(day) : longDayText(day);
}

/** How far a message got. `received` means that the other member wrote it. */
export type Progress = "sending" | "sent" | "read" | "received";
/** A message as it is drawn: stored, or still on its way. */
export type Bubble = {
  key: string;
  text: string;
  at: number;
  shownAt: number;
  progress: Progress;
  seq: number | null;
  replyTo: Quote | null;
  /** The stored message; null until the server has stored it. */
  message: Message | null;
};
export type Group = { kind: "group"; key: string; progress: Progress; shownAt: number; bubbles: Bubble[] };
export type ChatItem =
  | { kind: "day"; key: string; label: string }
  | { kind: "unread"; key: string; count: number }
  | Group;

function storedBubble(message: Message): Bubble {
  const at = Date.parse(message.sentAt);
  const readAt = message.isMine && message.readAt ? Date.parse(message.readAt) : null;
  const progress = readAt === null ? "sent" : "read";
  // The key is the client id where there is one, so that a bubble keeps its key when its message is stored.
  return {
    key: message.clientId ?? message.id,
    text: message.text,
    at,
    shownAt: readAt ?? at,
    progress: message.isMine ? progress : "received",
    seq: message.seq,
    replyTo: message.replyTo,
    message,
  };
}

function waitingBubble({ clientId, text, at, replyTo }: Entry): Bubble {
  const stillMissing = { seq: null, message: null };
  return { key: clientId, text, at, shownAt: at, progress: "sending", replyTo: replyTo ?? null, ...stillMissing };
}

/** Stored messages, then those still on their way. A message that is in both lists appears once. */
export function listBubbles(messages: Message[], waitingEntries: Entry[]): Bubble[] {
  const storedIds = new Set(messages.map(({ clientId }) => clientId));
  return [
    ...messages.map(storedBubble),
    ...waitingEntries.filter((entry) => !storedIds.has(entry.clientId)).map(waitingBubble),
  ];
}

const minuteOf = (at: number) => Math.floor(at / MINUTE);

function isSameGroup(group: Group | undefined, bubble: Bubble): group is Group {
  const last = group?.bubbles.at(-1);
  if (!group || !last || group.progress !== bubble.progress) return false;
  return minuteOf(last.at) === minuteOf(bubble.at) && minuteOf(last.shownAt) === minuteOf(bubble.shownAt);
}

export const unreadDividerText = (count: number) => countWords(count, "mensagem nova", "mensagens novas");

/** The seq of the first unread message, and how many were unread when the member began to look. */
export type UnreadMarker = { from: number; count: number };

/** Groups bubbles of the same minute and progress, with a heading for each day and a divider before unread ones. */
export function groupBubbles(bubbles: Bubble[], marker: UnreadMarker | undefined, now: number): ChatItem[] {
  const items: ChatItem[] = [];
  let day = "";
  let group: Group | undefined;
  let isDividerDue = marker !== undefined;
  for (const bubble of bubbles) {
    const label = dayLabel(bubble.at, now);
    if (label !== day) {
      items.push({ kind: "day", key: `dia ${bubble.key}`, label });
      group = undefined;
    }
    day = label;
    if (isDividerDue && marker && bubble.progress === "received" && (bubble.seq ?? 0) >= marker.from) {
      items.push({ kind: "unread", key: "novas", count: marker.count });
      group = undefined;
      isDividerDue = false;
    }
    if (isSameGroup(group, bubble)) {
      group.bubbles.push(bubble);
      continue;
    }
    group = { kind: "group", key: bubble.key, progress: bubble.progress, shownAt: bubble.shownAt, bubbles: [bubble] };
    items.push(group);
  }
  return items;
}

/**
 * The unread messages when the member begins to look. `unread` is the count to show where more messages may be unread
 * than are loaded.
 */
export function findUnreadMarker(messages: Message[], unread: number): UnreadMarker | undefined {
  const waiting = messages.filter((message) => !message.isMine && message.readAt === null);
  const [first] = waiting;
  const isAllUnread = waiting.length === messages.length;
  return first && { from: first.seq, count: isAllUnread ? Math.max(unread, waiting.length) : waiting.length };
}

/** Keeps the marker as long as its message is loaded. */
export function keepUnreadMarker(marker: UnreadMarker | undefined, messages: Message[]): UnreadMarker | undefined {
  return messages.some(({ seq }) => seq === marker?.from) ? marker : undefined;
}

/** The seq up to which a member who looks at these messages has read; undefined when nothing is unread. */
export function findReadUpTo(messages: Message[]): number | undefined {
  return messages.findLast((message) => !message.isMine && message.readAt === null)?.seq;
}

/**
 * Whether the next message would be the member's first to the other one. False until all messages are loaded, because
 * only then is it certain.
 */
export function isFirstMessage(messages: Message[], waitingEntries: Entry[], hasOlder: boolean): boolean {
  return !hasOlder && waitingEntries.length === 0 && !messages.some(({ isMine }) => isMine);
}

/** A message as the next one will quote it, cut as the server cuts it. */
export function quoteOf({ id, seq, isMine, text }: Message): Quote {
  return { id, seq, isMine, text: [...text].slice(0, QUOTE_MAX).join("") };
}

/** The words of a quote, with an ellipsis where it may have been cut; undefined when the member has deleted them. */
export function quoteText({ text }: Quote): string | undefined {
  if (text === null) return undefined;
  return [...text].length < QUOTE_MAX ? text : `${text}…`;
}

/** The emojis under a message, each once, and what a screen reader says of them; undefined without reactions. */
export function describeReactions({ mine, theirs }: Message["reactions"], name: string) {
  const givenReactions = [mine, theirs].filter((reaction): reaction is Reaction => reaction !== null);
  if (givenReactions.length === 0) return undefined;
  const ownText = mine && `você: ${reactionLabels[mine]}`;
  const theirText = theirs && `${name}: ${reactionLabels[theirs]}`;
  const emojis = [...new Set(givenReactions)].map((reaction) => REACTIONS[reaction]).join("");
  return { emojis, label: `Reações, ${[ownText, theirText].filter(Boolean).join(", ")}` };
}

/** How many messages arrived after the last one that the member has seen. */
export const countNewer = (bubbles: Bubble[], seenUpTo: number): number =>
  bubbles.filter(({ progress, seq }) => progress === "received" && (seq ?? 0) > seenUpTo).length;

export function toEndLabel(newer: number): string {
  const label = "Ir para as mensagens mais recentes";
  return newer === 0 ? label : `${label}, ${unreadDividerText(newer)}`;
}
