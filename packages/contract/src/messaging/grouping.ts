import type * as z from "zod";
import { dayInBrazil, daysBetween } from "../formats/calendar.ts";
import { countWords } from "../formats/counts.ts";
import { dayOfYearText, longDayText } from "../formats/moments.ts";
import type { Message } from "./calls.ts";

const MINUTE = 60_000;

type StoredMessage = Pick<z.input<typeof Message>, "id" | "clientId" | "seq" | "isMine" | "sentAt" | "readAt">;

/** The delivery state of a message. `received`: written by the other member. */
export type Progress = "sending" | "sent" | "read" | "received";
/** What determines a message's position in its conversation. `seq` is null for a message being sent. */
export type BubblePosition = { key: string; at: number; shownAt: number; progress: Progress; seq: number | null };
export type Group<Bubble> = { kind: "group"; key: string; progress: Progress; shownAt: number; bubbles: Bubble[] };
export type ChatItem<Bubble> =
  | { kind: "day"; key: string; label: string }
  | { kind: "unread"; key: string; count: number }
  | Group<Bubble>;
/** The seq of the first unread message, and the number of unread ones when the member opened the conversation. */
export type UnreadMarker = { from: number; count: number };

/** "Hoje", "Ontem", or the date, with the year unless it is the current one. */
export function dayLabel(at: number, now: number): string {
  const [day, today] = [dayInBrazil(new Date(at)), dayInBrazil(new Date(now))];
  if (day === today) return "Hoje";
  if (daysBetween(day, today) === 1) return "Ontem";
  return day.slice(0, 4) === today.slice(0, 4) ? dayOfYearText(day) : longDayText(day);
}

export function positionOf({ id, clientId, seq, isMine, sentAt, readAt }: StoredMessage): BubblePosition {
  const at = Date.parse(sentAt);
  const readTime = isMine && readAt ? Date.parse(readAt) : null;
  const progress = readTime === null ? "sent" : "read";
  // The key is the client id if there is one, so that a bubble keeps its key when its message is stored.
  return { key: clientId ?? id, at, shownAt: readTime ?? at, progress: isMine ? progress : "received", seq };
}

const minuteOf = (at: number) => Math.floor(at / MINUTE);

function isSameGroup<Bubble extends BubblePosition>(
  group: Group<Bubble> | undefined,
  bubble: Bubble,
): group is Group<Bubble> {
  const last = group?.bubbles.at(-1);
  if (!group || !last || group.progress !== bubble.progress) return false;
  return minuteOf(last.at) === minuteOf(bubble.at) && minuteOf(last.shownAt) === minuteOf(bubble.shownAt);
}

export const unreadDividerText = (count: number) => countWords(count, "mensagem nova", "mensagens novas");

/** Groups bubbles with the same minute and progress, with a heading per day and a divider before unread ones. */
export function groupBubbles<Bubble extends BubblePosition>(
  bubbles: readonly Bubble[],
  marker: UnreadMarker | undefined,
  now: number,
): ChatItem<Bubble>[] {
  const items: ChatItem<Bubble>[] = [];
  let day = "";
  let group: Group<Bubble> | undefined;
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
 * The unread messages when the member opens the conversation. `unread`: the count to show if more messages may be
 * unread than are loaded.
 */
export function findUnreadMarker(messages: readonly StoredMessage[], unread: number): UnreadMarker | undefined {
  const unreadMessages = messages.filter((message) => !message.isMine && message.readAt === null);
  const [first] = unreadMessages;
  const isAllUnread = unreadMessages.length === messages.length;
  return (
    first && { from: first.seq, count: isAllUnread ? Math.max(unread, unreadMessages.length) : unreadMessages.length }
  );
}
