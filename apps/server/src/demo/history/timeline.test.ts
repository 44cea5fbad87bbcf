import { MESSAGE_MAX } from "@caramelo/contract/limits";
import { freeText } from "@caramelo/contract/text";
import { expect, test } from "vitest";
import { uuidv7 } from "../../platform/ids.ts";
import { openRandom } from "../random.ts";
import { numberEvents } from "./number-events.ts";
import { type Talk, talkOfBoth, talksOfBaby, talksOfDaddy } from "./talks.ts";
import { listEvents } from "./timeline.ts";

const NOW = new Date("2026-11-21T15:00:00Z");
const HALF_A_DAY_MS = 12 * 3_600_000;
const text = freeText(MESSAGE_MAX, { required: "required", tooLong: "too long" });
const all = [talkOfBoth, ...talksOfBaby, ...talksOfDaddy];
const eventsOf = (talk: Talk) => listEvents(openRandom("test"), { babyId: "baby", payerId: "payer", talk }, NOW);

test("talks have one to sixty messages and more, each as somebody could have sent it", () => {
  const lengths = all.map((talk) => talk.days.flat().length);
  expect(Math.min(...lengths)).toBe(1);
  expect(Math.max(...lengths)).toBeGreaterThanOrEqual(60);
  for (const line of all.flatMap((talk) => talk.days.flat())) {
    expect(line).toMatch(/^[bp]/);
    expect(text.parse(line.slice(1))).toBe(line.slice(1));
  }
});

test("events come in the order of time, all before now, and an answer means that what came before was read", () => {
  for (const talk of all) {
    const events = eventsOf(talk);
    const times = events.map(({ at }) => at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times.at(-1)).toBeLessThanOrEqual(NOW.getTime());
    let waiting: string | undefined;
    for (const event of events) {
      if (event.kind === "read") waiting = undefined;
      else {
        expect(waiting === undefined || waiting === event.senderId).toBe(true);
        waiting = event.senderId;
      }
    }
    expect(waiting !== undefined).toBe(talk.isUnread);
  }
});

test("the daddy account wrote nothing in the last twelve hours, since when he would have paid for it", () => {
  for (const event of [talkOfBoth, ...talksOfDaddy].flatMap(eventsOf)) {
    if (event.kind === "message" && event.senderId === "payer") {
      expect(NOW.getTime() - event.at).toBeGreaterThan(HALF_A_DAY_MS);
    }
  }
});

test("every place of both streams is taken once, from where each stream was", () => {
  const events = all.flatMap((talk, at) =>
    listEvents(openRandom(`test/${at}`), { babyId: `baby/${at % 3}`, payerId: `payer/${at % 4}`, talk }, NOW),
  );
  events.sort((a, b) => a.at - b.at);
  const start = new Map([["baby/0", 7]]);
  const isPayer = (id: string) => id.startsWith("payer");
  const { messages, marks, sides, places } = numberEvents(events, { places: start, isPayer, newId: uuidv7 });

  for (const [memberId, end] of places) {
    const taken = [
      ...messages.filter(({ senderId }) => senderId === memberId).map(({ senderSeq }) => senderSeq),
      ...messages.filter(({ recipientId }) => recipientId === memberId).map(({ recipientSeq }) => recipientSeq),
      ...marks.filter((mark) => mark.memberId === memberId).map(({ seq }) => seq),
    ].sort((a, b) => a - b);
    const first = (start.get(memberId) ?? 0) + 1;
    expect(taken).toEqual(Array.from({ length: end - first + 1 }, (_, at) => first + at));
  }
  for (const side of sides) {
    const received = messages.filter((one) => one.recipientId === side.ownerId && one.senderId === side.otherId);
    expect(side.unread).toBe(received.filter(({ readAt }) => readAt === null).length);
    expect(side.unread).toBe(received.filter(({ recipientSeq }) => recipientSeq > side.readUpTo).length);
    expect(side.openedAt !== null).toBe(isPayer(side.ownerId) && received.length < countOf(messages, side));
  }
});

function countOf(messages: { senderId: string; recipientId: string }[], side: { ownerId: string; otherId: string }) {
  return messages.filter(({ senderId, recipientId }) =>
    [senderId, recipientId].every((id) => [side.ownerId, side.otherId].includes(id)),
  ).length;
}
