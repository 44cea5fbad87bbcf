import { expect, test } from "vitest";
import { lastVisitBefore, oldestVisit } from "./rules.ts";

test("[D3.12] a visit counts again after 24 hours", () => {
  expect(lastVisitBefore(new Date("2026-11-21T12:00:00Z"))).toEqual(new Date("2026-11-20T12:00:00Z"));
});

test.each([
  ["2026-11-21T12:00:00Z", "2025-11-21T12:00:00Z"],
  ["2028-02-29T00:00:00Z", "2027-03-01T00:00:00Z"],
])("on %s visits are kept from %s on", (now, oldest) => {
  expect(oldestVisit(new Date(now))).toEqual(new Date(oldest));
});
