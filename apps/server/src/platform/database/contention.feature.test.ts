import { expect, test } from "vitest";
import { isUniqueViolation } from "./contention.ts";

const violation = (code: string, constraint: string) => Object.assign(new Error("x"), { code, constraint });

test("isUniqueViolation recognises only a violation of the named constraint", () => {
  expect(isUniqueViolation(violation("23505", "member_email_key"), "member_email_key")).toBe(true);
  expect(isUniqueViolation(violation("23505", "other_key"), "member_email_key")).toBe(false);
  expect(isUniqueViolation(violation("23514", "member_email_key"), "member_email_key")).toBe(false);
  expect(isUniqueViolation({ code: "23505", constraint: "member_email_key" }, "member_email_key")).toBe(false);
});
