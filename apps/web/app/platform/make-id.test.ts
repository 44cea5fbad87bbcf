import { beforeEach, expect, test, vi } from "vitest";
import { makeId } from "./make-id.ts";

const FORM = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function makeAt(time: number): string {
  vi.setSystemTime(time);
  return makeId();
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

test("a client id is a UUID of version 7 that contains its time", () => {
  const id = makeAt(1_900_000_000_000);
  expect(id).toMatch(FORM);
  expect(Number.parseInt(id.replace("-", "").slice(0, 12), 16)).toBe(1_900_000_000_000);
});

test("client ids sort in the order in which they were made, within a millisecond and when the clock goes back", () => {
  const times = [...Array.from({ length: 5_000 }, () => 1_900_000_100_000), 1_900_000_000_000, 1_900_000_100_005];
  const ids = times.map(makeAt);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(FORM);
});
