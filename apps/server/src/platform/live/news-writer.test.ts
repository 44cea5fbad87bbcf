import { toBrowser } from "@caramelo/contract/live";
import { describe, expect, test } from "vitest";
import { openNewsWriter } from "./news-writer.ts";

const withId = "0192f000-0000-7000-8000-000000000001";
const typing = { withId, isTyping: true };
const read = { seq: 4, type: "read", withId, message: null, upTo: 3, at: new Date(0), unread: 0, unreadTotal: 2 };

describe.each([
  ["strict", true],
  ["quick", false],
])("a %s writer", (_, isStrict) => {
  const write = openNewsWriter(toBrowser, isStrict);

  test("puts the name of the event beside its payload", () => {
    expect(JSON.parse(write("typing", typing))).toEqual({ event: "typing", ...typing });
    expect(JSON.parse(write("beat", { lastSeq: 0 }))).toEqual({ event: "beat", lastSeq: 0 });
  });

  test("writes moments as text", () => {
    expect(JSON.parse(write("change", read))).toEqual({ event: "change", ...read, at: "1970-01-01T00:00:00.000Z" });
  });

  test("knows no other event", () => {
    expect(() => write("secret", {})).toThrow("no such event: secret");
  });
});

describe("a key that is not declared", () => {
  test("[TA.04] throws where answers are checked", () => {
    expect(() => openNewsWriter(toBrowser, true)("typing", { ...typing, email: "a@b.c" })).toThrow();
  });

  test("[TA.04] never leaves where they are not", () => {
    const frame = openNewsWriter(toBrowser, false)("typing", { ...typing, email: "a@b.c" });
    expect(JSON.parse(frame)).toEqual({ event: "typing", ...typing });
  });
});
