import { expect, test } from "vitest";
import { mayLoseOwner } from "./team-rules.ts";

const owner = { id: "a", role: "owner" as const, suspendedAt: null, isInvited: false };

test("[D2.52] the last active owner may not be lost", () => {
  expect(mayLoseOwner([owner], "a")).toBe(false);
  expect(mayLoseOwner([owner, { ...owner, id: "b", role: "moderator" }], "a")).toBe(false);
  expect(mayLoseOwner([owner, { ...owner, id: "b", suspendedAt: new Date(0) }], "a")).toBe(false);
  expect(mayLoseOwner([owner, { ...owner, id: "b", isInvited: true }], "a")).toBe(false);
  expect(mayLoseOwner([owner, { ...owner, id: "b" }], "a")).toBe(true);
});
