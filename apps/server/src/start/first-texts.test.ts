import { availabilityJobText } from "@caramelo/contract/texts/presence";
import { noPlansTexts } from "@caramelo/contract/texts/products";
import { describe, expect, test } from "vitest";
import { listFirstTexts } from "./first-texts.ts";

const NOW = new Date("2026-11-26T15:00:00Z");
const ID = "5b6c1a52-0d4c-4c0b-9a35-2f4f7f0f7d22";
const SENT_AT = "2026-11-26T14:00:00Z";

const listTexts = (answers: ReadonlyMap<string, string>, path = "mensagens", isPremium = false, role = "daddy") =>
  listFirstTexts({ path, viewer: { role, isPremium }, answers, now: NOW });

type Change = Record<string, unknown>;
const makeMessage = (seq: number, change: Change = {}) => ({
  id: `m${seq}`,
  seq,
  clientId: null,
  isMine: false,
  text: `Texto ${seq}`,
  sentAt: SENT_AT,
  readAt: SENT_AT,
  replyTo: null,
  reactions: { mine: null, theirs: null },
  warnings: [],
  ...change,
});
const mine = (seq: number, change: Change = {}) => makeMessage(seq, { isMine: true, ...change });

function list(messages: Change[], chat: Change = {}, hasMore = false) {
  const answers = new Map<string, string>([
    [`/api/conversations/${ID}`, JSON.stringify({ writing: "open", unread: 0, balance: null, ...chat })],
    [`/api/conversations/${ID}/messages`, JSON.stringify({ messages, hasMore, cursor: 9 })],
  ]);
  const texts = listTexts(answers);
  const write = ({ kind, fields }: { kind: string; fields: object }) => [kind, ...Object.values(fields)].join(" ");
  return { texts, lines: texts.get("messages")?.map(write) };
}

describe("the first texts of an open conversation", () => {
  test("are its latest messages with their day, times and the divider, as the screen shows them", () => {
    const later = "2026-11-26T14:05:00Z";
    const messages = [mine(1), mine(2), makeMessage(3, { sentAt: later, readAt: null })];
    expect(list(messages).lines).toEqual([
      "day Hoje",
      "sent Texto 1",
      "sent-next Texto 2",
      "read-foot 11:00",
      "unread 1 mensagem nova",
      "received Texto 3",
      "received-foot 11:05",
    ]);
  });

  test.each([
    ["a reply", { replyTo: { id: "m1", seq: 1, isMine: true, text: "Oi" } }],
    ["a reaction", { reactions: { mine: null, theirs: "love" } }],
    ["a warning", { warnings: ["pix_key"] }],
    ["an address", { text: "Veja https://a.com" }],
    ["an address without its scheme", { text: "Veja WWW.a.com" }],
  ])("begin below the last message with %s, which only the screen can show", (_, change) => {
    const later = "2026-11-26T14:05:00Z";
    expect(list([mine(1), makeMessage(2, change), mine(3, { sentAt: later, readAt: null })]).lines).toEqual([
      "sent Texto 3",
      "sent-foot 11:05",
    ]);
    expect(list([mine(1), makeMessage(2, change)]).lines).toEqual([]);
  });

  test.each(["upgrade", "age", "unavailable", "managed"])("are none where writing is %s", (writing) => {
    expect(list([mine(1)], { writing }).lines).toEqual([]);
  });

  test("are none where the safety notice of a first message may be below them", () => {
    expect(list([makeMessage(1)]).lines).toEqual([]);
    expect(list([makeMessage(1)], {}, true).lines).toHaveLength(3);
  });

  test("leave the line of the balance free for a payer without premium alone", () => {
    expect(list([mine(1)], { balance: { isPremium: false } }).texts.has("balance")).toBe(true);
    for (const balance of [null, { isPremium: true }])
      expect(list([mine(1)], { balance }).texts.has("balance")).toBe(false);
  });
});

describe("the first texts of the list of conversations", () => {
  const makeRow = (change: Change = {}, presence = "online") => ({
    peer: { name: "Bruno", presence },
    lastMessage: { text: "Oi\n\ntudo  bem?", isMine: false, sentAt: SENT_AT },
    unread: 0,
    ...change,
  });
  const rowsOf = (...conversations: object[]) =>
    listTexts(new Map([["/api/conversations", JSON.stringify({ conversations })]])).get("rows");

  test("are its rows, with the time and the number of unread messages", () => {
    expect(rowsOf(makeRow(), makeRow({ unread: 120 }, "available"))).toEqual([
      { kind: "row", fields: { name: "Bruno", preview: "Oi tudo bem?", time: "1h", unread: "" } },
      { kind: "row-new-available", fields: { name: "Bruno", preview: "Oi tudo bem?", time: "1h", unread: "99+" } },
    ]);
  });

  test("say nothing of an emptied conversation but the name", () => {
    expect(rowsOf(makeRow({ lastMessage: null }))?.[0]?.fields).toMatchObject({ preview: "", time: "" });
  });

  test("are as many as the skeleton has rows", () => {
    expect(rowsOf(...Array.from({ length: 30 }, () => makeRow()))).toHaveLength(7);
  });
});

test("the head of /premium shows at once to a payer without premium only", () => {
  const offers = new Map([["/api/offers", "{}"]]);
  expect(listTexts(offers, "premium").get("offer")).toEqual([{ kind: "offer", fields: {} }]);
  expect(listTexts(offers, "premium", true).size).toBe(0);
  expect(listTexts(offers, "fichas").size).toBe(0);
  expect(listTexts(new Map(), "premium").size).toBe(0);
});

test("a baby reads at once that /premium sells them nothing", () => {
  const [text] = listTexts(new Map(), "premium", false, "baby").get("offer") ?? [];
  expect(text).toEqual({ kind: "no-plans", fields: { text: noPlansTexts.baby } });
});

describe("the first texts of the office", () => {
  const office = (answers: Record<string, object>, path: string) =>
    listTexts(new Map(Object.entries(answers).map(([call, answer]) => [call, JSON.stringify(answer)])), path);

  test("are the pending work in its order and when the numbers were counted", () => {
    const work = [
      { kind: "reports", count: 2, oldestAt: "2026-11-26T12:00:00Z" },
      { kind: "notices", count: 1, oldestAt: "2026-11-26T14:00:00Z" },
      { kind: "appeals", count: 0, oldestAt: null },
    ];
    const texts = office({ "/api/admin/dashboard": { countedAt: "2026-11-26T14:59:00Z", work } }, "admin");
    expect(texts.get("office")).toEqual([{ kind: "dashboard", fields: { counted: "Contado às 11:59" } }]);
    expect(texts.get("work")?.map(({ fields }) => [fields.words, fields.wait])).toEqual([
      ["1 denúncia externa sem decisão", "Aguardando há 1 h; prazo em 23 h"],
      ["2 denúncias pendentes", "Aguardando há 3 h"],
    ]);
    expect(texts.get("availability")?.[0]?.fields).toEqual({ text: availabilityJobText });
  });

  test("say that nothing waits, and nothing of numbers that were never counted", () => {
    const texts = office({ "/api/admin/dashboard": { countedAt: null, work: [] } }, "admin");
    expect(texts.get("office")?.[0]?.fields).toEqual({ counted: "" });
    expect(texts.get("work")).toEqual([{ kind: "no-work", fields: {} }]);
  });

  test("are the first members of the list and their number", () => {
    const ana = { name: "Ana", age: 30, email: "ana@exemplo.com.br", role: "baby", city: "Santos, SP" };
    const users = Array.from({ length: 20 }, () => ({ ...ana, createdAt: "2026-11-26T12:00:00Z" }));
    const answers = { "/api/admin/members": { users }, "/api/admin/members/count": { count: 4_812, isExact: true } };
    const texts = office(answers, "admin/usuarios");
    expect(texts.get("office")).toEqual([{ kind: "users", fields: { count: "4.812" } }]);
    expect(texts.get("people")).toHaveLength(4);
    const facts = "Sugar Baby, Santos, SP, desde 26/11/2026";
    expect(texts.get("people")?.[0]?.fields).toEqual({ name: "Ana, 30", email: ana.email, facts });
  });

  test("are none where the calls were refused, and on its other screens", () => {
    expect(office({}, "admin").size).toBe(0);
    expect(office({}, "admin/usuarios").size).toBe(0);
    expect(office({ "/api/admin/dashboard": { countedAt: null, work: [] } }, "admin/equipe").size).toBe(0);
  });
});

test("other answers bring no texts", () => {
  expect(listTexts(new Map([["/api/session", "{}"]])).size).toBe(0);
  expect(listTexts(new Map([[`/api/conversations/${ID}/messages`, "{}"]])).size).toBe(0);
});
