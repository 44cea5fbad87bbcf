import { previewText } from "@caramelo/contract/messaging/preview";
import { describe, expect, test } from "vitest";
import { isChatWith, readPeerId } from "./rules.ts";

const ID = "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b";

describe("the address of the messages screen", () => {
  test("[K2.01] opens the conversation named by userId or by id, however the id is spelled", () => {
    expect(readPeerId(new URLSearchParams({ userId: ID }))).toBe(ID);
    expect(readPeerId(new URLSearchParams({ id: ID.toUpperCase() }))).toBe(ID);
    expect(readPeerId(new URLSearchParams({ userId: ID, id: "outra" }))).toBe(ID);
  });

  test("opens no conversation without a parameter, and a missing one for an invalid id", () => {
    expect(readPeerId(new URLSearchParams())).toBeUndefined();
    for (const rubbish of ["", "1", "../admin", `${ID}x`, "' or 1=1"]) {
      expect(readPeerId(new URLSearchParams({ userId: rubbish }))).toBeNull();
    }
  });
});

test("only the messages screen with that member's id shows their conversation", () => {
  expect(isChatWith({ pathname: "/mensagens", search: `?userId=${ID}` }, ID)).toBe(true);
  expect(isChatWith({ pathname: "/mensagens", search: "" }, ID)).toBe(false);
  expect(isChatWith({ pathname: "/busca", search: `?userId=${ID}` }, ID)).toBe(false);
});

test("the preview of a message is one line and marks an own message", () => {
  expect(previewText({ isMine: false, text: "Oi\n\ntudo bem?" })).toBe("Oi tudo bem?");
  expect(previewText({ isMine: true, text: "Oi" })).toBe("Você: Oi");
});
