import { describe, expect, test } from "vitest";
import { mayComplainOf } from "./rules.ts";

const ana = { id: "ana", role: "baby" as const };
const facts = { isActive: true, isUnderReview: false, isHiddenPair: false, hasConversation: false };
const otherMember = { id: "dan", role: "daddy" as const, ...facts };

describe("whom a member may report or block", () => {
  test.each([
    ["somebody they can open", {}, false, true],
    ["somebody of their own side", { role: "baby" as const }, false, false],
    ["somebody of their own side with whom they talked", { role: "baby" as const, hasConversation: true }, false, true],
    ["somebody who left", { isActive: false }, false, false],
    ["somebody whom reports have just hidden", { isActive: false, isUnderReview: true }, false, true],
    ["somebody who wrote and left", { isActive: false, hasConversation: true }, false, true],
    ["somebody who blocked them", { isHiddenPair: true }, false, false],
    ["somebody who wrote and blocked them", { isHiddenPair: true, hasConversation: true }, false, true],
    ["somebody whom they blocked", { isHiddenPair: true }, true, true],
    ["somebody whom they blocked and who left", { isHiddenPair: true, isActive: false }, true, true],
    ["themselves", { id: "ana" }, false, false],
    ["staff", { role: "admin" as const, hasConversation: true }, true, false],
  ])("%s is decided by what the member can see, has written and has blocked", (_, facts, hasBlocked, verdict) => {
    expect(mayComplainOf(ana, { ...otherMember, ...facts }, hasBlocked)).toBe(verdict);
  });

  test("staff may report or block nobody", () => {
    expect(mayComplainOf({ id: "adm", role: "admin" }, { ...otherMember, hasConversation: true }, true)).toBe(false);
  });
});
