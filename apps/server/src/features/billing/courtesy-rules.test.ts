import { expect, test } from "vitest";
import { auditActionOf } from "./courtesy-rules.ts";

const nothing = { tokens: 0, conversations: 0 };

test.each([
  [{ ...nothing, tokens: 5 }, "courtesy.granted"],
  [{ ...nothing, conversations: 1 }, "courtesy.granted"],
  [{ ...nothing, hasPremium: true }, "courtesy.granted"],
  [{ ...nothing, tokens: -5 }, "courtesy.revoked"],
  [{ ...nothing, conversations: -1 }, "courtesy.revoked"],
  [{ ...nothing, hasPremium: false }, "courtesy.revoked"],
  [{ tokens: -5, conversations: 1 }, "courtesy.granted"],
  [nothing, "courtesy.granted"],
])("the audit log calls %j %s", (courtesy, action) => {
  expect(auditActionOf(courtesy)).toBe(action);
});
