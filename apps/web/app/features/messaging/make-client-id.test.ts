import { expect, test } from "vitest";
import { makeClientId } from "./make-client-id.ts";

const FORM = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test("an id is a UUID of version 7 that tells its time", () => {
  const id = makeClientId(1_900_000_000_000);
  expect(id).toMatch(FORM);
  expect(Number.parseInt(id.replace("-", "").slice(0, 12), 16)).toBe(1_900_000_000_000);
});

test("ids sort in the order they were made in, within a millisecond and when the clock goes back", () => {
  const times = [...Array.from({ length: 5_000 }, () => 1_900_000_100_000), 1_900_000_000_000, 1_900_000_100_005];
  const ids = times.map((time) => makeClientId(time));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(FORM);
});
