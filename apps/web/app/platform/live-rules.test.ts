import { LIVE_CLOSE } from "@caramelo/contract/limits";
import { describe, expect, test } from "vitest";
import { classifyClose, readFrame } from "./live-rules.ts";

describe("a live connection that the server ended", () => {
  test("is over when the session is over", () => {
    expect(classifyClose(LIVE_CLOSE.sessionOver)).toBe("session-over");
  });

  test("was one too many when the member has too many", () => {
    expect(classifyClose(LIVE_CLOSE.tooMany)).toBe("too-many");
  });

  test.each([1008, 1009])("was refused after a violation of its rules (%i)", (code) => {
    expect(classifyClose(code)).toBe("refused");
  });

  test.each([1000, 1001, 1006, 1011, 1012])("ended by accident with any other code (%i)", (code) => {
    expect(classifyClose(code)).toBe("accident");
  });
});

describe("a frame of the server", () => {
  test("is a heartbeat, a typing event or a change with its own type", () => {
    expect(readFrame('{"event":"heartbeat","lastSeq":7}')).toEqual({ kind: "heartbeat", lastSeq: 7 });
    expect(readFrame('{"event":"typing","withId":"a","isTyping":true}')).toMatchObject({
      kind: "typing",
      typing: { withId: "a", isTyping: true },
    });
    expect(readFrame('{"event":"change","type":"cleared","seq":3}')).toMatchObject({
      kind: "change",
      change: { type: "cleared" },
    });
  });

  test("[M7.05] carries the number of unread notifications, or the kind of data that changed", () => {
    expect(readFrame('{"event":"notifications","unread":3}')).toEqual({ kind: "notifications", unread: 3 });
    expect(readFrame('{"event":"changed","what":"self"}')).toEqual({ kind: "changed", what: "self" });
    expect(readFrame('{"event":"changed","what":"people"}')).toEqual({ kind: "changed", what: "people" });
  });

  test("[D3.31] names the member who made a match", () => {
    expect(readFrame('{"event":"match","withId":"a"}')).toEqual({ kind: "match", withId: "a" });
  });

  test.each([
    "",
    "null",
    "[]",
    "7",
    '{"event":"later"}',
    '{"event":"heartbeat"}',
    '{"event":"notifications"}',
    '{"event":"match"}',
    '{"event":"changed","what":"else"}',
    new Blob(),
  ])("is skipped when it is unknown: %s", (data) => {
    expect(readFrame(data)).toBeUndefined();
  });
});
