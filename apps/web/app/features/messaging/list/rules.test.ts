import { expect, test } from "vitest";
import { findRowWindow, moreConversations, rowHeight, unreadWord } from "./rules.ts";

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
