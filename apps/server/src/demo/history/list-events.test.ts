import { freeText } from "@caramelo/contract/call/text";
import { MESSAGE_MAX } from "@caramelo/contract/limits";
import { expect, test } from "vitest";
import { uuidv7 } from "../../platform/ids.ts";
import { openRandom } from "../random.ts";
import { assignSeqs } from "./assign-seqs.ts";
import {
  conversationOfBoth,
  conversationsOfBaby,
  conversationsOfDaddy,
  type DemoConversation,
} from "./conversations.ts";
import { listEvents } from "./list-events.ts";

const NOW = new Date("2026-11-21T15:00:00Z");
const HALF_A_DAY_MS = 12 * 3_600_000;
const text = freeText(MESSAGE_MAX, { required: "required", tooLong: "too long" });
const all = [conversationOfBoth, ...conversationsOfBaby, ...conversationsOfDaddy];
const eventsOf = (conversation: DemoConversation) =>
  listEvents(openRandom("test"), { babyId: "baby", payerId: "payer", conversation }, NOW);

test("demo conversations have one to more than sixty messages, each valid for the product", () => {
  const lengths = all.map((conversation) => conversation.days.flat().length);
  expect(Math.min(...lengths)).toBe(1);
  expect(Math.max(...lengths)).toBeGreaterThanOrEqual(60);
  for (const line of all.flatMap((conversation) => conversation.days.flat())) {
    expect(line).toMatch(/^[bp]/);
    expect(text.parse(line.slice(1))).toBe(line.slice(1));
  }
});

test("events are in the order of time, before now, and a member reads before answering", () => {
  for (const conversation of all) {
    const events = eventsOf(conversation);
    const times = events.map(({ at }) => at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times.at(-1)).toBeLessThanOrEqual(NOW.getTime());
    let unreadSender: string | undefined;
    for (const event of events) {
      if (event.kind === "read") unreadSender = undefined;
      else {
        expect(unreadSender === undefined || unreadSender === event.senderId).toBe(true);
        unreadSender = event.senderId;
      }
    }
    expect(unreadSender !== undefined).toBe(conversation.isUnread);
  }
});

test("the daddy account has sent no message in the last twelve hours, when it would have cost tokens", () => {
  for (const event of [conversationOfBoth, ...conversationsOfDaddy].flatMap(eventsOf)) {
    if (event.kind === "message" && event.senderId === "payer") {
      expect(NOW.getTime() - event.at).toBeGreaterThan(HALF_A_DAY_MS);
    }
  }
});

test("each seq of both streams is used once, after the last seq of each stream", () => {
  const events = all.flatMap((conversation, at) =>
    listEvents(openRandom(`test/${at}`), { babyId: `baby/${at % 3}`, payerId: `payer/${at % 4}`, conversation }, NOW),
  );
  events.sort((a, b) => a.at - b.at);
  const start = new Map([["baby/0", 7]]);
  const isPayer = (id: string) => id.startsWith("payer");
  const { messages, streamEvents, sides, seqs } = assignSeqs(events, { seqs: start, isPayer, newId: uuidv7 });

  for (const [memberId, end] of seqs) {
    const takenSeqs = [
      ...messages.filter(({ senderId }) => senderId === memberId).map(({ senderSeq }) => senderSeq),
      ...messages.filter(({ recipientId }) => recipientId === memberId).map(({ recipientSeq }) => recipientSeq),
      ...streamEvents.filter((event) => event.memberId === memberId).map(({ seq }) => seq),
    ].sort((a, b) => a - b);
    const first = (start.get(memberId) ?? 0) + 1;
    expect(takenSeqs).toEqual(Array.from({ length: end - first + 1 }, (_, at) => first + at));
  }
  for (const side of sides) {
    const receivedMessages = messages.filter(
      (message) => message.recipientId === side.ownerId && message.senderId === side.otherId,
    );
    expect(side.unread).toBe(receivedMessages.filter(({ readAt }) => readAt === null).length);
    expect(side.unread).toBe(receivedMessages.filter(({ recipientSeq }) => recipientSeq > side.readUpTo).length);
    expect(side.openedAt !== null).toBe(isPayer(side.ownerId) && receivedMessages.length < countOf(messages, side));
  }
});

function countOf(messages: { senderId: string; recipientId: string }[], side: { ownerId: string; otherId: string }) {
  return messages.filter(({ senderId, recipientId }) =>
    [senderId, recipientId].every((id) => [side.ownerId, side.otherId].includes(id)),
  ).length;
}
