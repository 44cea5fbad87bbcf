import { LIVE_CLOSE } from "@caramelo/contract/limits";
import { describe, expect, test } from "vitest";
import { judgeClose, readFrame } from "./live-rules.ts";

describe("an ended connection", () => {
  test("is not opened again when the session is over", () => {
    expect(judgeClose(LIVE_CLOSE.sessionOver)).toBe("over");
  });

  test("stays away when the member has too many", () => {
    expect(judgeClose(LIVE_CLOSE.tooMany)).toBe("stay-away");
  });

  test.each([1008, 1009])("rests after a fault (%i)", (code) => {
    expect(judgeClose(code)).toBe("rest");
  });

  test.each([1000, 1001, 1006, 1011, 1012])("comes back after an accident (%i)", (code) => {
    expect(judgeClose(code)).toBe("come-back");
  });
});

describe("a frame", () => {
  test("is a beat, a sign of typing or a change, whose type is its own", () => {
    expect(readFrame('{"event":"beat","lastSeq":7}')).toEqual({ kind: "beat", lastSeq: 7 });
    expect(readFrame('{"event":"typing","withId":"a","isTyping":true}')).toMatchObject({
      kind: "typing",
      typing: { withId: "a", isTyping: true },
    });
    expect(readFrame('{"event":"change","type":"cleared","seq":3}')).toMatchObject({
      kind: "change",
      change: { type: "cleared" },
    });
  });

  test("[M7.05] says how many notifications wait, and what else changed", () => {
    expect(readFrame('{"event":"notifications","unread":3}')).toEqual({ kind: "notifications", unread: 3 });
    expect(readFrame('{"event":"changed","what":"self"}')).toEqual({ kind: "changed", what: "self" });
    expect(readFrame('{"event":"changed","what":"people"}')).toEqual({ kind: "changed", what: "people" });
  });

  test.each([
    "",
    "null",
    "[]",
    "7",
    '{"event":"later"}',
    '{"event":"beat"}',
    '{"event":"notifications"}',
    '{"event":"changed","what":"else"}',
    new Blob(),
  ])("is skipped: %s", (data) => {
    expect(readFrame(data)).toBeUndefined();
  });
});
