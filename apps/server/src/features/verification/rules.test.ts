import { verificationReasons } from "@caramelo/contract/verification/reasons";
import { describe, expect, test } from "vitest";
import { birthDateError, documentsEnd, judgeBirthDate, judgeRequest, reasonText } from "./rules.ts";

const TODAY = "2026-11-23";

describe("a birth date", () => {
  test.each([
    ["2008-11-23", "fine"],
    ["2008-11-24", "underage"],
    ["2026-11-23", "underage"],
    ["2026-11-24", "impossible"],
    ["1906-11-23", "fine"],
    ["1905-11-23", "impossible"],
  ])("[T51] of %s is %s", (birthOn, verdict) => {
    expect(judgeBirthDate(birthOn, TODAY)).toBe(verdict);
  });

  test("[T51] below 18 is refused in the words of the person who typed it", () => {
    expect(birthDateError("1990-01-01", TODAY, "member")).toBeUndefined();
    expect(birthDateError("2010-01-01", TODAY, "member")).toBe("Você deve ter pelo menos 18 anos");
    expect(birthDateError("2010-01-01", TODAY, "staff")).toBe("Usuário deve ter pelo menos 18 anos");
    expect(birthDateError("2100-01-01", TODAY, "staff")).toBe("Confira a data de nascimento");
  });
});

describe("a member", () => {
  const fresh = { birthOn: null, isManaged: false, latest: undefined };
  test.each([
    [fresh, "welcome"],
    [{ ...fresh, latest: { status: "pending" as const } }, "pending"],
    [{ ...fresh, latest: { status: "rejected" as const } }, "welcome"],
    [{ ...fresh, birthOn: "1990-01-01", latest: { status: "approved" as const } }, "done"],
    // Without a verified birth date, an earlier approval does not count.
    [{ ...fresh, latest: { status: "approved" as const } }, "welcome"],
    [{ ...fresh, isManaged: true }, "managed"],
  ])("with %o who asks to be verified is %s", (facts, verdict) => {
    expect(judgeRequest(facts)).toBe(verdict);
  });
});

test("[D5.12] documents last 24 hours after an approval and 30 days after a rejection", () => {
  const decidedAt = new Date("2026-11-23T12:00:00Z");
  expect(documentsEnd("approved", decidedAt)).toEqual(new Date("2026-11-24T12:00:00Z"));
  expect(documentsEnd("rejected", decidedAt)).toEqual(new Date("2026-12-23T12:00:00Z"));
});

test("a rejected member reads the reason's sentence, and the staff's note behind it", () => {
  expect(reasonText("unreadable", null)).toBe(verificationReasons.unreadable.text);
  expect(reasonText("other", "Falta a página da foto.")).toBe("Falta a página da foto.");
  expect(reasonText("unreadable", "O verso.")).toBe(`${verificationReasons.unreadable.text} O verso.`);
});
