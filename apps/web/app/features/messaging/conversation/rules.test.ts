import { QUOTE_MAX } from "@caramelo/contract/limits";
import { dayLabel, findUnreadMarker, groupBubbles, unreadDividerText } from "@caramelo/contract/messaging/grouping";
import { describe, expect, test } from "vitest";
import { makeMessage as makeAnyMessage } from "../make-messages.fixture.ts";
import type { Entry } from "../outbox/rules.ts";
import type { Message } from "../types.ts";
import {
  actionsLabel,
  countNewer,
  describeDraft,
  describeReactions,
  describeWarnings,
  findReadUpTo,
  isFirstMessage,
  isRunningOut,
  keepUnreadMarker,
  listBubbles,
  quoteOf,
  quoteText,
  toEndLabel,
} from "./rules.ts";

const ID = "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b";
const NOON = Date.parse("2026-11-21T15:00:00Z");
const MINUTE = 60_000;

const makeMessage = (seq: number, change: Partial<Message> = {}) =>
  makeAnyMessage(seq, { sentAt: new Date(NOON).toISOString(), ...change });

const mine = (seq: number, change: Partial<Message> = {}) =>
  makeMessage(seq, { isMine: true, clientId: `c${seq}`, ...change });

const entry = (clientId: string): Entry => ({
  clientId,
  withId: ID,
  text: `texto ${clientId}`,
  at: NOON,
  triedAt: null,
  state: "waiting",
  failure: null,
  isAnnounced: false,
});

test("the divider counts unread messages in words", () => {
  expect(unreadDividerText(1)).toBe("1 mensagem nova");
  expect(unreadDividerText(2)).toBe("2 mensagens novas");
});

test("a day is labelled Hoje, Ontem or its date, with the year when it is another one", () => {
  expect(dayLabel(NOON - 11 * 60 * MINUTE, NOON)).toBe("Hoje");
  expect(dayLabel(NOON - 13 * 60 * MINUTE, NOON)).toBe("Ontem");
  expect(dayLabel(Date.parse("2026-03-13T02:00:00Z"), NOON)).toBe("12 de março");
  expect(dayLabel(Date.parse("2025-03-12T03:00:00Z"), NOON)).toBe("12 de março de 2025");
});

describe("the bubbles of a conversation", () => {
  test("[K2.10][K4.01] show a message on its way last, as being sent, until the stored one replaces it", () => {
    const before = listBubbles([mine(1)], [entry("c2")]);
    expect(before.map(({ key, progress }) => [key, progress])).toEqual([
      ["c1", "sent"],
      ["c2", "sending"],
    ]);
    const after = listBubbles([mine(1), mine(2)], [entry("c2")]);
    expect(after.map(({ key, progress }) => [key, progress])).toEqual([
      ["c1", "sent"],
      ["c2", "sent"],
    ]);
  });

  test("[K2.11] show when a read message was read, and when another one was sent", () => {
    const readAt = new Date(NOON + 5 * MINUTE).toISOString();
    const [readBubble, sentBubble, receivedBubble] = listBubbles(
      [mine(1, { readAt }), mine(2), makeMessage(3, { readAt })],
      [],
    );
    expect(readBubble).toMatchObject({ progress: "read", shownAt: NOON + 5 * MINUTE });
    expect(sentBubble).toMatchObject({ progress: "sent", shownAt: NOON });
    expect(receivedBubble).toMatchObject({ progress: "received", shownAt: NOON });
  });

  test("are grouped by author, minute and progress, under their day", () => {
    const later = new Date(NOON + MINUTE).toISOString();
    const bubbles = listBubbles([mine(1), mine(2), mine(3, { sentAt: later }), makeMessage(4, { sentAt: later })], []);
    const items = groupBubbles(bubbles, undefined, NOON + 2 * MINUTE);
    expect(items.map((item) => (item.kind === "group" ? item.bubbles.length : item.kind))).toEqual(["day", 2, 1, 1]);
  });

  test("begin a new group with a new day, even within a minute, and name each day once", () => {
    const midnight = Date.parse("2026-11-21T03:00:00Z");
    const sentAt = (ms: number) => ({ sentAt: new Date(midnight + ms).toISOString() });
    const bubbles = listBubbles([mine(1, sentAt(-1)), mine(2, sentAt(0)), mine(3, sentAt(1))], []);
    const items = groupBubbles(bubbles, undefined, NOON);
    expect(items.map((item) => (item.kind === "day" ? item.label : item.kind))).toEqual([
      "Ontem",
      "group",
      "Hoje",
      "group",
    ]);
  });

  test("have a divider before the first unread one", () => {
    const messages = [makeMessage(1, { readAt: "x" }), mine(2), makeMessage(3), makeMessage(4)];
    const marker = findUnreadMarker(messages, 2);
    expect(marker).toEqual({ from: 3, count: 2 });
    const items = groupBubbles(listBubbles(messages, []), marker, NOON);
    expect(items.map(({ kind }) => kind)).toEqual(["day", "group", "group", "unread", "group"]);
  });

  test("count messages as unread that are older than the loaded page", () => {
    expect(findUnreadMarker([makeMessage(30)], 25)).toEqual({ from: 30, count: 25 });
    expect(findUnreadMarker([makeMessage(29, { readAt: "x" }), makeMessage(30)], 25)).toEqual({ from: 30, count: 1 });
    expect(findUnreadMarker([mine(1)], 0)).toBeUndefined();
  });

  test("lose the divider when its message is deleted", () => {
    const marker = { from: 3, count: 2 };
    expect(keepUnreadMarker(marker, [makeMessage(3), makeMessage(4)])).toBe(marker);
    expect(keepUnreadMarker(marker, [makeMessage(9)])).toBeUndefined();
    expect(keepUnreadMarker(undefined, [makeMessage(9)])).toBeUndefined();
  });

  test("[K4.03] are read up to the last received one by a member who looks at them", () => {
    expect(findReadUpTo([makeMessage(1), makeMessage(5), mine(6)])).toBe(5);
    expect(findReadUpTo([makeMessage(1, { readAt: "x" }), mine(6)])).toBeUndefined();
  });
});

test("[T64] the next message is the first one until the member has written, or may have", () => {
  const [writtenMessage, receivedMessage] = [makeMessage(1, { isMine: true }), makeMessage(1, { isMine: false })];
  expect(isFirstMessage([], [], false)).toBe(true);
  expect(isFirstMessage([receivedMessage], [], false)).toBe(true);
  expect(isFirstMessage([receivedMessage, writtenMessage], [], false)).toBe(false);
  expect(isFirstMessage([receivedMessage], [], true)).toBe(false);
  expect(isFirstMessage([], [entry("1")], false)).toBe(false);
});

describe("a message that is replied to", () => {
  test("[K4.13] is quoted as the server will: its first 120 characters, and with an ellipsis where it was cut", () => {
    const quote = quoteOf(makeMessage(3, { text: "🇧🇷".repeat(500) }));
    expect(quote).toEqual({ id: "m3", seq: 3, isMine: false, text: "🇧🇷".repeat(QUOTE_MAX + 1) });
    expect(quoteText(quote)).toBe(`${"🇧🇷".repeat(QUOTE_MAX)}…`);
    expect(quoteText(quoteOf(makeMessage(3, { text: "b".repeat(QUOTE_MAX) })))).toBe("b".repeat(QUOTE_MAX));
    expect(quoteText(quoteOf(makeMessage(3)))).toBe("texto 3");
    expect(quoteText({ ...quote, text: null })).toBeUndefined();
  });

  test("[K4.13] is above its answer from the moment that it is sent", () => {
    const quote = quoteOf(makeMessage(1));
    const [bubble] = listBubbles([], [{ ...entry("c1"), replyTo: quote }]);
    expect(bubble).toMatchObject({ progress: "sending", replyTo: quote, message: null });
  });
});

test("[K4.17] the buttons of two messages have two names, the beginnings of their texts", () => {
  expect(actionsLabel(makeMessage(3, { text: "Oi, tudo bem?" }))).toBe("Ações da mensagem: Oi, tudo bem?");
  expect(actionsLabel(makeMessage(4, { text: "x".repeat(QUOTE_MAX + 1) }))).toBe(
    `Ações da mensagem: ${"x".repeat(QUOTE_MAX)}…`,
  );
});

describe("the reactions to a message", () => {
  test("[K4.14] show each emoji once and say who gave which", () => {
    expect(describeReactions({ mine: null, theirs: null }, "Ana")).toBeUndefined();
    expect(describeReactions({ mine: "love", theirs: null }, "Ana")).toEqual({
      emojis: "❤️",
      label: "Reações, você: Amei",
    });
    expect(describeReactions({ mine: "love", theirs: "love" }, "Ana")).toEqual({
      emojis: "❤️",
      label: "Reações, você: Amei, Ana: Amei",
    });
    expect(describeReactions({ mine: "wow", theirs: "sad" }, "Ana")?.emojis).toBe("😮😢");
  });
});

describe("the button to the end", () => {
  test("[K2.09] counts received messages that came after the last one that was seen", () => {
    const bubbles = listBubbles([makeMessage(1), makeMessage(2), mine(3), makeMessage(4)], []);
    expect([countNewer(bubbles, 4), countNewer(bubbles, 2), countNewer(bubbles, 0)]).toEqual([0, 1, 3]);
    expect(toEndLabel(0)).toBe("Ir para as mensagens mais recentes");
    expect(toEndLabel(1)).toBe("Ir para as mensagens mais recentes, 1 mensagem nova");
    expect(toEndLabel(3)).toBe("Ir para as mensagens mais recentes, 3 mensagens novas");
  });
});

test("[T64] what a message was warned of is one list in words", () => {
  expect(describeWarnings(["phone"])).toBe("um número de telefone");
  expect(describeWarnings(["pix_key", "phone", "email"])).toBe(
    "chave Pix ou dados de conta, um número de telefone e um e-mail",
  );
});

const has = (tokens: number, conversations = 3, isPremium = false) => ({
  writing: "open" as const,
  balance: { tokens, conversations, isPremium },
});
const stoppedChat = { ...has(0), writing: "upgrade" as const };
const free = { writing: "open" as const, balance: null };

describe("below the composer", () => {
  test("only a payer reads what is left", () => {
    expect(describeDraft(has(12), false, false)).toBe("Você tem 12 fichas e 3 conversas novas");
    expect(describeDraft(has(1, 1), true, false)).toBe("Você tem 1 ficha e 1 conversa nova");
    expect(describeDraft(has(0, 0, true), true, false)).toBe("");
    expect(describeDraft(free, true, false)).toBe("");
  });

  test("a text that may not go out is said to be kept", () => {
    expect(describeDraft(stoppedChat, true, false)).toBe("Seu texto fica guardado aqui até você poder enviar.");
    expect(describeDraft(stoppedChat, false, false)).toBe("");
  });

  test("a payer who was stopped here and may write again reads that the stored text waits", () => {
    expect(describeDraft(has(100, 10), true, true)).toBe(
      "Seu texto ficou guardado: é só enviar. Você tem 100 fichas e 10 conversas novas",
    );
    expect(describeDraft(has(0, 0, true), true, true)).toBe("Seu texto ficou guardado: é só enviar.");
    expect(describeDraft(has(100, 10), false, true)).toBe("Você tem 100 fichas e 10 conversas novas");
  });
});

test("five tokens are few, six are not, and premium and the upgrade panel need no hint", () => {
  expect(isRunningOut(has(5))).toBe(true);
  expect(isRunningOut(has(6))).toBe(false);
  expect(isRunningOut(has(0, 0, true))).toBe(false);
  expect(isRunningOut(stoppedChat)).toBe(false);
  expect(isRunningOut(free)).toBe(false);
});
