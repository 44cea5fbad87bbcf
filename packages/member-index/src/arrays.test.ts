import { expect, test } from "vitest";
import { sortedBy, uint8At, widened } from "./arrays.ts";

test("slots are sorted by any number below 2^32, however many there are and whatever slots they have", () => {
  // A slot and its number need up to 64 bits together, more than the 53 of one JavaScript number.
  const slots = [2 ** 32 - 1, 2 ** 22 + 5, 2 ** 22, 7, 3];
  const numbers = new Map([
    [2 ** 32 - 1, 1],
    [2 ** 22 + 5, 2 ** 32 - 1],
    [2 ** 22, 2 ** 31],
    [7, 1],
    [3, 2 ** 31],
  ]);
  const sortedSlots = sortedBy(slots, (slot) => numbers.get(slot) ?? 0);
  expect([...sortedSlots]).toEqual([7, 2 ** 32 - 1, 3, 2 ** 22, 2 ** 22 + 5]);
});

test("nothing is read beyond an array", () => {
  expect(() => uint8At(new Uint8Array(2), 2)).toThrow("reads 2 of 2");
  expect(() => uint8At(new Uint8Array(2), -1)).toThrow(RangeError);
});

test("a widened array keeps what it had", () => {
  const wide = new Uint16Array(widened(Uint16Array.of(5, 6), 2));
  expect([...wide.subarray(0, 3)]).toEqual([5, 6, 0]);
  expect(wide.length).toBe(66);
});
