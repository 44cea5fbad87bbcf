import type { MessageWarning } from "@caramelo/contract/messaging/warnings";
import { expect, test } from "vitest";
import { countsSince, isSlowedFor } from "./slow-rules.ts";

const NOW = new Date("2026-11-24T12:00:00Z");
const pairs = (count: number, ...warnings: MessageWarning[]) =>
  Array.from({ length: count }, (_, at) => ({ recipientId: String(at), warnings }));

test("[D5.24] messages that look like frauds slow a member at the third stranger, contacts alone at the tenth", () => {
  expect(isSlowedFor([])).toBe(false);
  expect(isSlowedFor(pairs(2, "money_request"))).toBe(false);
  expect(isSlowedFor(pairs(3, "money_request"))).toBe(true);
  expect(isSlowedFor(pairs(3, "phone", "money_request"))).toBe(true);
  expect(isSlowedFor(pairs(9, "phone"))).toBe(false);
  expect(isSlowedFor(pairs(10, "phone"))).toBe(true);
  expect(isSlowedFor([...pairs(2, "money_request"), ...pairs(7, "phone")])).toBe(false);
  expect(isSlowedFor([...pairs(2, "money_request"), ...pairs(8, "phone")])).toBe(true);
});

test("[D5.24] messages of a week count, and none from before the staff said that all is well", () => {
  expect(countsSince(null, NOW)).toEqual(new Date("2026-11-17T12:00:00Z"));
  expect(countsSince(new Date("2026-11-23T12:00:00Z"), NOW)).toEqual(new Date("2026-11-23T12:00:00Z"));
  expect(countsSince(new Date("2026-11-01T12:00:00Z"), NOW)).toEqual(new Date("2026-11-17T12:00:00Z"));
});
