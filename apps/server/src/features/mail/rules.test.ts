import { describe, expect, test } from "vitest";
import { stateOf } from "./rules.ts";

describe("the state of a mail", () => {
  const now = new Date();
  test.each([
    [{ sentAt: now, failedAt: null }, true, "sent"],
    [{ sentAt: now, failedAt: null }, false, "sent"],
    [{ sentAt: null, failedAt: now }, true, "failed"],
    [{ sentAt: null, failedAt: null }, true, "waiting"],
    [{ sentAt: null, failedAt: null }, false, "kept"],
  ] as const)("with %j is, with a mail server %s, %s", (facts, isSending, state) => {
    expect(stateOf(facts, isSending)).toBe(state);
  });
});
