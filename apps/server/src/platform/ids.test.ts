import { expect, test } from "vitest";
import { randomId, uuidv7 } from "./ids.ts";

test("an id is a UUID of version 7 that contains its millisecond", () => {
  const now = new Date("2026-11-21T10:00:00.123Z");
  const id = uuidv7(now);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replace("-", "").slice(0, 12), 16)).toBe(now.getTime());
});

test("a later id sorts after an earlier one, and ten thousand ids of one millisecond differ", () => {
  const now = new Date();
  expect(uuidv7(new Date(now.getTime() + 1)) > uuidv7(now)).toBe(true);
  expect(new Set(Array.from({ length: 10_000 }, () => uuidv7(now))).size).toBe(10_000);
});

test("[T69] a random id is a UUID of version 4, which holds no time", () => {
  expect(randomId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(Array.from({ length: 1_000 }, randomId)).size).toBe(1_000);
});
