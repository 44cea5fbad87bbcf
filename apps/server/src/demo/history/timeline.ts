import type { Random } from "../random.ts";
import type { Talk } from "./talks.ts";

/** Two members who talked, by id. */
export type Pair = { babyId: string; payerId: string; talk: Talk };

/** Something that happened, at last in the order of time. */
export type Event =
  | { kind: "message"; at: number; senderId: string; recipientId: string; text: string }
  /** Who received reads all that came so far. */
  | { kind: "read"; at: number; senderId: string; recipientId: string };

const MINUTE = 60_000;
const NIGHT = 19 * 60 * MINUTE;

/** When each line of a talk was written and read: backwards from its end, a night between two days. */
export function listEvents(random: Random, pair: Pair, now: Date): Event[] {
  let at = now.getTime() - pair.talk.endedAgo * MINUTE;
  const events: Event[] = [];
  let next: string | undefined;
  for (const lines of [...pair.talk.days].reverse()) {
    for (const line of [...lines].reverse()) {
      const message = messageOf(pair, line, at);
      // Whoever answers has read; the last lines were read unless they still wait.
      const isTurn = next !== undefined && next !== message.senderId;
      const isReadAtEnd = next === undefined && !pair.talk.isUnread;
      if (isTurn) events.push({ ...message, kind: "read", at: at + 20_000 });
      if (isReadAtEnd) events.push({ ...message, kind: "read", at: at + 2 * MINUTE });
      events.push(message);
      next = message.senderId;
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
