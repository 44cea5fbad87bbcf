import type { Random } from "../random.ts";
import type { DemoConversation } from "./conversations.ts";

/** The ids of two members, and their conversation. */
export type Pair = { babyId: string; payerId: string; conversation: DemoConversation };

export type Event =
  | { kind: "message"; at: number; senderId: string; recipientId: string; text: string }
  /** The recipient reads all messages so far. */
  | { kind: "read"; at: number; senderId: string; recipientId: string };

const MINUTE = 60_000;
const NIGHT = 19 * 60 * MINUTE;

/** Chooses when each message was sent and read, backwards from the end, with a night between two days. */
export function listEvents(random: Random, pair: Pair, now: Date): Event[] {
  let at = now.getTime() - pair.conversation.endedAgo * MINUTE;
  const events: Event[] = [];
  let nextSender: string | undefined;
  for (const day of [...pair.conversation.days].reverse()) {
    for (const line of [...day].reverse()) {
      const message = messageOf(pair, line, at);
      // A member who answers has read; the last messages were read unless they are meant to be unread.
      const isTurn = nextSender !== undefined && nextSender !== message.senderId;
      const isReadAtEnd = nextSender === undefined && !pair.conversation.isUnread;
      if (isTurn) events.push({ ...message, kind: "read", at: at + 20_000 });
      if (isReadAtEnd) events.push({ ...message, kind: "read", at: at + 2 * MINUTE });
      events.push(message);
      nextSender = message.senderId;
      at -= random.whole(1, 9) * MINUTE + random.whole(0, 59) * 1000;
    }
    at -= NIGHT + random.whole(0, 180) * MINUTE;
  }
  return events.reverse();
}

function messageOf({ babyId, payerId }: Pair, line: string, at: number) {
  const [senderId, recipientId] = line.startsWith("b") ? [babyId, payerId] : [payerId, babyId];
  return { kind: "message" as const, at, senderId, recipientId, text: line.slice(1) };
}
