import { CONVERSATION_ROW_PX } from "@caramelo/contract/limits";
import type { Entry } from "./outbox-rules.ts";
import type { Conversation, Message } from "./types.ts";

const MINUTE = 60_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whose conversation the address asks for: undefined for nobody; null for what cannot be a member. */
export function readPeerId(params: URLSearchParams): string | null | undefined {
  const asked = (params.get("userId") ?? params.get("id"))?.toLowerCase();
  if (asked === undefined) return undefined;
  return UUID.test(asked) ? asked : null;
}

/** The last message in one line. */
export function previewText(message: Pick<Message, "text" | "isMine">): string {
  const line = message.text.replace(/\s+/g, " ");
  return message.isMine ? `Você: ${line}` : line;
}

export const unreadWord = (count: number) => (count === 1 ? "mensagem não lida" : "mensagens não lidas");

/** The conversations in which something is unread. */
export const listUnread = (rows: Conversation[]): Conversation[] => rows.filter(({ unread }) => unread > 0);

/** Leads from the dropdown to the conversations that it has no room for. */
export const moreConversations = (count: number) =>
  count === 1 ? "Ver mais 1 conversa" : `Ver mais ${count} conversas`;

export const newsText = (count: number) => (count === 1 ? "1 mensagem nova" : `${count} mensagens novas`);

/** Rows above and below the screen that are drawn too, so that nothing is blank while somebody scrolls. */
const ROWS_BEYOND = 8;

/** The rows to draw of a list: from one, up to and without another. */
export function findRowWindow(view: { top: number; height: number }, count: number): { from: number; to: number } {
  const first = Math.floor(view.top / CONVERSATION_ROW_PX);
  const last = Math.ceil((view.top + view.height) / CONVERSATION_ROW_PX);
  const to = Math.min(count, last + ROWS_BEYOND);
  return { from: Math.max(0, Math.min(first - ROWS_BEYOND, to)), to };
}

const clock = new Intl.DateTimeFormat("pt-BR", { hour: "2-digit", minute: "2-digit" });
const dayOfYear = new Intl.DateTimeFormat("pt-BR", { day: "numeric", month: "long" });
const dayAndYear = new Intl.DateTimeFormat("pt-BR", { day: "numeric", month: "long", year: "numeric" });

export const clockTime = (at: number) => clock.format(at);

const isSameDay = (a: Date, b: Date) => a.toDateString() === b.toDateString();

/** "Hoje", "Ontem", or the date, with its year when that is another one. */
export function dayLabel(at: number, now: number): string {
  const [day, today] = [new Date(at), new Date(now)];
  if (isSameDay(day, today)) return "Hoje";
  if (isSameDay(day, new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1))) return "Ontem";
  return (day.getFullYear() === today.getFullYear() ? dayOfYear : dayAndYear).format(day);
}

/** How far a message got. `received` is the other one's. */
export type Progress = "sending" | "sent" | "read" | "received";
/** A message as it is drawn: stored, or still on its way. */
export type Bubble = { key: string; text: string; at: number; shownAt: number; progress: Progress; seq: number | null };
export type Group = { kind: "group"; key: string; progress: Progress; shownAt: number; bubbles: Bubble[] };
export type Line = { kind: "day"; key: string; label: string } | { kind: "news"; key: string; count: number } | Group;

function storedBubble(message: Message): Bubble {
  const at = Date.parse(message.sentAt);
  const readAt = message.isMine && message.readAt ? Date.parse(message.readAt) : null;
  const progress = readAt === null ? "sent" : "read";
  // The id of the browser first: a bubble stays itself when its message has been stored.
  return {
    key: message.clientId ?? message.id,
    text: message.text,
    at,
    shownAt: readAt ?? at,
    progress: message.isMine ? progress : "received",
    seq: message.seq,
  };
}

function waitingBubble({ clientId, text, at }: Entry): Bubble {
  return { key: clientId, text, at, shownAt: at, progress: "sending", seq: null };
}

/** Stored messages, then those on their way that are not among them. */
export function listBubbles(messages: Message[], waiting: Entry[]): Bubble[] {
  const stored = new Set(messages.map(({ clientId }) => clientId));
  return [...messages.map(storedBubble), ...waiting.filter((entry) => !stored.has(entry.clientId)).map(waitingBubble)];
}

const minuteOf = (at: number) => Math.floor(at / MINUTE);

function isSameGroup(group: Group | undefined, bubble: Bubble): group is Group {
  const last = group?.bubbles.at(-1);
  if (!group || !last || group.progress !== bubble.progress) return false;
  return minuteOf(last.at) === minuteOf(bubble.at) && minuteOf(last.shownAt) === minuteOf(bubble.shownAt);
}

/** Where unread messages begin, and how many they were when the member came to look. */
export type News = { from: number; count: number };

/** Bubbles by day and by minute; the line "mensagens novas" stands before the first new one. */
export function groupBubbles(bubbles: Bubble[], news: News | undefined, now: number): Line[] {
  const lines: Line[] = [];
  let day = "";
  let group: Group | undefined;
  let isNewsDue = news !== undefined;
  for (const bubble of bubbles) {
    const label = dayLabel(bubble.at, now);
    if (label !== day) {
      lines.push({ kind: "day", key: `dia ${bubble.key}`, label });
      group = undefined;
    }
    day = label;
    if (isNewsDue && news && bubble.progress === "received" && (bubble.seq ?? 0) >= news.from) {
      lines.push({ kind: "news", key: "novas", count: news.count });
      group = undefined;
      isNewsDue = false;
    }
    if (isSameGroup(group, bubble)) {
      group.bubbles.push(bubble);
      continue;
    }
    group = { kind: "group", key: bubble.key, progress: bubble.progress, shownAt: bubble.shownAt, bubbles: [bubble] };
    lines.push(group);
  }
  return lines;
}

/** What is new to a member who comes to look; `unread` counts where more may be new than what is loaded. */
export function findNews(messages: Message[], unread: number): News | undefined {
  const waiting = messages.filter((message) => !message.isMine && message.readAt === null);
  const [first] = waiting;
  const isAllNew = waiting.length === messages.length;
  return first && { from: first.seq, count: isAllNew ? Math.max(unread, waiting.length) : waiting.length };
}

/** The mark is gone with the message it stood at. */
export function keepNews(news: News | undefined, messages: Message[]): News | undefined {
  return messages.some(({ seq }) => seq === news?.from) ? news : undefined;
}

/** The place up to which a member who looks at these messages has read; undefined when nothing is unread. */
export function findReadMark(messages: Message[]): number | undefined {
  return messages.findLast((message) => !message.isMine && message.readAt === null)?.seq;
}
