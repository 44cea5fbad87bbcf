import { describe, expect, test } from "vitest";
import { describeDraft, isRunningOut } from "./balance-rules.ts";

const has = (tokens: number, conversations = 3, isPremium = false) => ({
  writing: "open" as const,
  balance: { tokens, conversations, isPremium },
});
const stoppedChat = { ...has(0), writing: "upgrade" as const };
const free = { writing: "open" as const, balance: null };

describe("below the composer", () => {
  test("only a payer reads what is left", () => {
    expect(describeDraft(has(12), false, false)).toBe("Você tem 12 fichas e 3 conversas novas");
    expect(describeDraft(has(1, 1), true, false)).toBe("Você tem 1 ficha e 1 conversa nova");
    expect(describeDraft(has(0, 0, true), true, false)).toBe("");
    expect(describeDraft(free, true, false)).toBe("");
  });

  test("a text that may not go out is said to be kept", () => {
    expect(describeDraft(stoppedChat, true, false)).toBe("Seu texto fica guardado aqui até você poder enviar.");
    expect(describeDraft(stoppedChat, false, false)).toBe("");
  });

  test("a payer who was stopped here and may write again reads that the stored text waits", () => {
    expect(describeDraft(has(100, 10), true, true)).toBe(
      "Seu texto ficou guardado: é só enviar. Você tem 100 fichas e 10 conversas novas",
    );
    expect(describeDraft(has(0, 0, true), true, true)).toBe("Seu texto ficou guardado: é só enviar.");
    expect(describeDraft(has(100, 10), false, true)).toBe("Você tem 100 fichas e 10 conversas novas");
  });
});

test("five tokens are few, six are not, and premium and the upgrade panel need no hint", () => {
  expect(isRunningOut(has(5))).toBe(true);
  expect(isRunningOut(has(6))).toBe(false);
  expect(isRunningOut(has(0, 0, true))).toBe(false);
  expect(isRunningOut(stoppedChat)).toBe(false);
  expect(isRunningOut(free)).toBe(false);
});
