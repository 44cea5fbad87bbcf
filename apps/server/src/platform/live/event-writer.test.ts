import { toBrowser } from "@caramelo/contract/live";
import { describe, expect, test } from "vitest";
import { openEventWriter } from "./event-writer.ts";

const withId = "0192f000-0000-7000-8000-000000000001";
const typing = { withId, isTyping: true };
const readEvent = { seq: 4, type: "read", withId, message: null, upTo: 3, at: new Date(0), unread: 0, unreadTotal: 2 };

describe.each([
  ["strict", true],
  ["quick", false],
])("a %s writer", (_, isStrict) => {
  const write = openEventWriter(toBrowser, isStrict);

  test("writes the name of the event next to its payload", () => {
    expect(JSON.parse(write("typing", typing))).toEqual({ event: "typing", ...typing });
    expect(JSON.parse(write("heartbeat", { lastSeq: 0 }))).toEqual({ event: "heartbeat", lastSeq: 0 });
  });

  test("writes instants as text", () => {
    expect(JSON.parse(write("change", readEvent))).toEqual({
      event: "change",
      ...readEvent,
      at: "1970-01-01T00:00:00.000Z",
    });
  });

  test("throws for an event that is not declared", () => {
    expect(() => write("secret", {})).toThrow("no such event: secret");
  });
});

describe("a payload with an undeclared key", () => {
  test("[TA.04] makes a strict writer throw", () => {
    expect(() => openEventWriter(toBrowser, true)("typing", { ...typing, email: "a@b.c" })).toThrow();
  });

  test("[TA.04] loses that key in a quick writer", () => {
    const frame = openEventWriter(toBrowser, false)("typing", { ...typing, email: "a@b.c" });
    expect(JSON.parse(frame)).toEqual({ event: "typing", ...typing });
  });
});
