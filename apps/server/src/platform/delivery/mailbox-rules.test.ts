import { expect, test } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import { normalizeEmail } from "./mailbox-rules.ts";

test("a mailbox is the same with a tag, and with dots where its company ignores them", () => {
  expect(normalizeEmail("ana+1@exemplo.com")).toBe("ana@exemplo.com");
  expect(normalizeEmail("a.n.a+x@googlemail.com")).toBe("ana@gmail.com");
  expect(normalizeEmail("a.na@exemplo.com")).toBe("a.na@exemplo.com");
});

test("normalizing a mailbox twice changes nothing more", () => {
  fc.assert(fc.property(fc.emailAddress(), (email) => normalizeEmail(normalizeEmail(email)) === normalizeEmail(email)));
});
