import { REPORT_REASONS } from "@caramelo/contract/limits";
import { describe, expect, test } from "vitest";
import { mayComplainOf, reasonToStore } from "./rules.ts";

const ana = { id: "ana", role: "baby" as const };
const other = { id: "dan", role: "daddy" as const, isActive: true, isHiddenPair: false, hasConversation: false };

describe("whom a member may report or block", () => {
  test.each([
    ["somebody they can open", {}, false, true],
    ["somebody of their own side", { role: "baby" as const }, false, false],
    ["somebody of their own side with whom they talked", { role: "baby" as const, hasConversation: true }, false, true],
    ["somebody who left", { isActive: false }, false, false],
    ["somebody who wrote and left", { isActive: false, hasConversation: true }, false, true],
    ["somebody who blocked them", { isHiddenPair: true }, false, false],
    ["somebody who wrote and blocked them", { isHiddenPair: true, hasConversation: true }, false, true],
    ["somebody whom they blocked", { isHiddenPair: true }, true, true],
    ["somebody whom they blocked and who left", { isHiddenPair: true, isActive: false }, true, true],
    ["themselves", { id: "ana" }, false, false],
    ["staff", { role: "admin" as const, hasConversation: true }, true, false],
  ])("%s", (_, facts, hasBlocked, verdict) => {
    expect(mayComplainOf(ana, { ...other, ...facts }, hasBlocked)).toBe(verdict);
  });

  test("staff never do", () => {
    expect(mayComplainOf({ id: "adm", role: "admin" }, { ...other, hasConversation: true }, true)).toBe(false);
  });
});

describe("a stored reason", () => {
  test("[M5.29] is one of the seven as it is, or what was told of another one", () => {
    for (const reason of REPORT_REASONS.slice(0, -1)) {
      expect(reasonToStore(reason, undefined)).toBe(reason);
      expect(reasonToStore(reason, "mais palavras")).toBe(reason);
    }
    expect(reasonToStore("Outro", "Pediu dinheiro.")).toBe("Outro: Pediu dinheiro.");
  });
});
