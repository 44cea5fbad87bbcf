import { describe, expect, test } from "vitest";
import { makeList, makeRow } from "../make-messages.fixture.ts";
import type { Conversation, ConversationPage } from "../types.ts";
import {
  findRowWindow,
  foundConversations,
  keepOrder,
  listInOrder,
  listUnread,
  moreConversations,
  rowHeight,
  unreadWord,
} from "./rules.ts";

test("of a long list only the rows on screen and a few around them are drawn", () => {
  expect(findRowWindow({ top: 0, height: 760, rowPx: 76 }, 1_000)).toEqual({ from: 0, to: 18 });
  expect(findRowWindow({ top: 7_600, height: 760, rowPx: 76 }, 1_000)).toEqual({ from: 92, to: 118 });
  expect(findRowWindow({ top: 75_240, height: 760, rowPx: 76 }, 1_000)).toEqual({ from: 982, to: 1_000 });
  expect(findRowWindow({ top: 7_600, height: 760, rowPx: 76 }, 3)).toEqual({ from: 3, to: 3 });
  expect(findRowWindow({ top: 0, height: 0, rowPx: 76 }, 0)).toEqual({ from: 0, to: 0 });
});

test("rows are higher when the member has set larger text", () => {
  expect(rowHeight(16)).toBe(76);
  expect(rowHeight(24)).toBe(114);
  expect(findRowWindow({ top: 11_400, height: 760, rowPx: rowHeight(24) }, 1_000)).toEqual({ from: 92, to: 115 });
});

test("the dropdown links to the conversations that do not fit into it", () => {
  expect(moreConversations(1)).toBe("Ver mais 1 conversa");
  expect(moreConversations(7)).toBe("Ver mais 7 conversas");
});

test("unread messages are counted in words", () => {
  expect(unreadWord(1)).toBe("mensagem não lida");
  expect(unreadWord(2)).toBe("mensagens não lidas");
});

const row = (id: string, lastSeq: number, presence: Conversation["peer"]["presence"] = "offline"): Conversation => {
  const newRow = makeRow(id, lastSeq);
  return { ...newRow, peer: { ...newRow.peer, presence } };
};
const page = (rows: Conversation[], next: string | null = null): ConversationPage => ({ ...makeList(9, rows), next });
const idsOf = (pages: ConversationPage[]) => listInOrder(pages).map(({ peer }) => peer.id);

describe("the order of the loaded list", () => {
  test("[K7.02] is online members first, then available ones, then those active today, then the latest message", () => {
    const rows = [row("a", 9), row("b", 8, "recent"), row("c", 7, "online"), row("d", 6, "available"), row("e", 5)];
    expect(idsOf([page([...rows, row("f", 4, "online"), row("g", 3, "recent")])])).toEqual([..."cfdbgae"]);
  });

  test("ends where the loaded pages end: rows that are known already wait for those before them", () => {
    const latest = page([row("x", 9), row("y", 8, "recent"), row("a", 5, "online")], "offline.1");
    const first = page([row("a", 5, "online"), row("b", 4, "online")], "online.4");
    expect(idsOf([latest, first])).toEqual(["a", "b"]);
    expect(idsOf([latest, first, page([row("c", 3, "online"), row("y", 8, "recent")], "recent.8")])).toEqual([
      "a",
      "b",
      "c",
      "y",
    ]);
    expect(idsOf([latest, first, page([row("z", 2)], "offline.2")])).toEqual(["a", "b", "y", "x", "z"]);
    expect(idsOf([latest, first, page([])])).toEqual(["a", "b", "y", "x"]);
  });

  test("has a member of two pages once, with the newer state", () => {
    const pages = [page([row("a", 5)], "offline.5"), page([row("b", 4), row("a", 5, "online")], "offline.4")];
    expect(idsOf(pages)).toEqual(["a", "b"]);
    expect(listInOrder(pages)[0]?.peer.presence).toBe("online");
  });
});

test("[K7.02] while the order is held no row moves, the place of a removed one stays, and new ones come last", () => {
  expect(keepOrder(["a", "b", "c"], ["c", "new", "a"])).toEqual(["a", "b", "c", "new"]);
  expect(keepOrder([], ["a", "b"])).toEqual(["a", "b"]);
});

test("[K2.04] what a search found is counted in words", () => {
  expect(foundConversations(1, false)).toBe("1 conversa encontrada");
  expect(foundConversations(7, false)).toBe("7 conversas encontradas");
  expect(foundConversations(30, true)).toBe("Mais de 30 conversas encontradas");
});

test("[M2.26] unread conversations are those with a message that was not read", () => {
  const rows = [0, 1, 2].map((unread) => ({ ...row(String(unread), 1), unread }));
  expect(listUnread(rows).map(({ unread }) => unread)).toEqual([1, 2]);
});
