import { describe, expect, test } from "vitest";
import type { Entry } from "./outbox-rules.ts";
import {
  clockTime,
  dayLabel,
  findNews,
  findReadMark,
  findRowWindow,
  groupBubbles,
  keepNews,
  listBubbles,
  moreConversations,
  newsText,
  previewText,
  readPeerId,
  unreadWord,
} from "./rules.ts";
import type { Message } from "./types.ts";

const ID = "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b";
const NOON = new Date(2026, 10, 21, 12, 0, 0).getTime();
const MINUTE = 60_000;

function makeMessage(seq: number, change: Partial<Message> = {}): Message {
  return {
    id: `m${seq}`,
    seq,
    clientId: null,
    isMine: false,
    text: `texto ${seq}`,
    sentAt: new Date(NOON).toISOString(),
    readAt: null,
    ...change,
  };
}

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
  isTold: false,
});

describe("the address", () => {
  test("[K2.01] opens the conversation named by userId or by id, however the id is spelled", () => {
    expect(readPeerId(new URLSearchParams({ userId: ID }))).toBe(ID);
    expect(readPeerId(new URLSearchParams({ id: ID.toUpperCase() }))).toBe(ID);
    expect(readPeerId(new URLSearchParams({ userId: ID, id: "outra" }))).toBe(ID);
  });

  test("opens nothing without a parameter, and nobody's conversation for rubbish", () => {
    expect(readPeerId(new URLSearchParams())).toBeUndefined();
    for (const rubbish of ["", "1", "../admin", `${ID}x`, "' or 1=1"]) {
      expect(readPeerId(new URLSearchParams({ userId: rubbish }))).toBeNull();
    }
  });
});

test("a preview is one line and says whose it is", () => {
  expect(previewText({ isMine: false, text: "Oi\n\ntudo bem?" })).toBe("Oi tudo bem?");
  expect(previewText({ isMine: true, text: "Oi" })).toBe("Você: Oi");
});

test("of a long list only the rows on screen and a few around them are drawn", () => {
  expect(findRowWindow({ top: 0, height: 760 }, 1_000)).toEqual({ from: 0, to: 18 });
  expect(findRowWindow({ top: 7_600, height: 760 }, 1_000)).toEqual({ from: 92, to: 118 });
  expect(findRowWindow({ top: 75_240, height: 760 }, 1_000)).toEqual({ from: 982, to: 1_000 });
  expect(findRowWindow({ top: 7_600, height: 760 }, 3)).toEqual({ from: 3, to: 3 });
  expect(findRowWindow({ top: 0, height: 0 }, 0)).toEqual({ from: 0, to: 0 });
});

test("the dropdown leads to the conversations that it has no room for", () => {
  expect(moreConversations(1)).toBe("Ver mais 1 conversa");
  expect(moreConversations(7)).toBe("Ver mais 7 conversas");
});

test("new messages are counted in words", () => {
  expect(unreadWord(1)).toBe("mensagem não lida");
  expect(unreadWord(2)).toBe("mensagens não lidas");
  expect(newsText(1)).toBe("1 mensagem nova");
  expect(newsText(2)).toBe("2 mensagens novas");
});

test("a day is Hoje, Ontem or its date, with the year when it is another one", () => {
  expect(dayLabel(NOON - 11 * 60 * MINUTE, NOON)).toBe("Hoje");
  expect(dayLabel(NOON - 13 * 60 * MINUTE, NOON)).toBe("Ontem");
  expect(dayLabel(new Date(2026, 2, 12).getTime(), NOON)).toBe("12 de março");
  expect(dayLabel(new Date(2025, 2, 12).getTime(), NOON)).toBe("12 de março de 2025");
});

describe("bubbles", () => {
  test("[K2.10][K4.01] a message on its way stands last, as being sent, until the stored one takes its place", () => {
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

  test("[K2.11] a read message shows when it was read, another one when it was sent", () => {
    const readAt = new Date(NOON + 5 * MINUTE).toISOString();
    const [read, sent, received] = listBubbles([mine(1, { readAt }), mine(2), makeMessage(3, { readAt })], []);
    expect(read).toMatchObject({ progress: "read", shownAt: NOON + 5 * MINUTE });
    expect(sent).toMatchObject({ progress: "sent", shownAt: NOON });
    expect(received).toMatchObject({ progress: "received", shownAt: NOON });
    expect(clockTime(NOON)).toBe("12:00");
  });

  test("are grouped by who, by minute and by how far they got, under their day", () => {
    const later = new Date(NOON + MINUTE).toISOString();
    const bubbles = listBubbles([mine(1), mine(2), mine(3, { sentAt: later }), makeMessage(4, { sentAt: later })], []);
    const lines = groupBubbles(bubbles, undefined, NOON + 2 * MINUTE);
    expect(lines.map((line) => (line.kind === "group" ? line.bubbles.length : line.kind))).toEqual(["day", 2, 1, 1]);
  });

  test("a new day begins a new group even within a minute, and each day is named once", () => {
    const midnight = new Date(2026, 10, 21).getTime();
    const sentAt = (ms: number) => ({ sentAt: new Date(midnight + ms).toISOString() });
    const bubbles = listBubbles([mine(1, sentAt(-1)), mine(2, sentAt(0)), mine(3, sentAt(1))], []);
    const lines = groupBubbles(bubbles, undefined, NOON);
    expect(lines.map((line) => (line.kind === "day" ? line.label : line.kind))).toEqual([
      "Ontem",
      "group",
      "Hoje",
      "group",
    ]);
  });

  test("the mark of what is new stands before the first unread one", () => {
    const messages = [makeMessage(1, { readAt: "x" }), mine(2), makeMessage(3), makeMessage(4)];
    const news = findNews(messages, 2);
    expect(news).toEqual({ from: 3, count: 2 });
    const lines = groupBubbles(listBubbles(messages, []), news, NOON);
    expect(lines.map(({ kind }) => kind)).toEqual(["day", "group", "group", "news", "group"]);
  });

  test("what is unread beyond the loaded page counts as new too", () => {
    expect(findNews([makeMessage(30)], 25)).toEqual({ from: 30, count: 25 });
    expect(findNews([makeMessage(29, { readAt: "x" }), makeMessage(30)], 25)).toEqual({ from: 30, count: 1 });
    expect(findNews([mine(1)], 0)).toBeUndefined();
  });

  test("the mark goes when its message was deleted", () => {
    const news = { from: 3, count: 2 };
    expect(keepNews(news, [makeMessage(3), makeMessage(4)])).toBe(news);
    expect(keepNews(news, [makeMessage(9)])).toBeUndefined();
    expect(keepNews(undefined, [makeMessage(9)])).toBeUndefined();
  });

  test("[K4.03] a member who looks has read up to the last received message", () => {
    expect(findReadMark([makeMessage(1), makeMessage(5), mine(6)])).toBe(5);
    expect(findReadMark([makeMessage(1, { readAt: "x" }), mine(6)])).toBeUndefined();
  });
});
