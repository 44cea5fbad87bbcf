import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { uuidv7 } from "../ids.ts";
import { addDistinct, estimateDistinct, makeDistinctCount, mayHold } from "./distinct-count.ts";

const countAll = (ids: string[]) => {
  const count = makeDistinctCount();
  for (const id of ids) addDistinct(count, id);
  return count;
};
/** Ids that are spread as evenly as random ones, but are the same in each run. */
const spread = (from: number, to: number) =>
  Array.from(
    { length: to - from },
    (_, at) => `x-${(Math.imul(from + at + 1, 2_654_435_761) >>> 20).toString(16).padStart(3, "0")}`,
  );

describe("a count of different ids", () => {
  test("is zero without ids and one with one, however often that is added", () => {
    expect(estimateDistinct(makeDistinctCount())).toBe(0);
    const [id] = [randomUUID()];
    expect(estimateDistinct(countAll([id, id, id]))).toBe(1);
  });

  test("[T16] is right within five per cent for ids of both versions, up to 3,000", () => {
    for (const makeId of [randomUUID, () => uuidv7(new Date())]) {
      for (const size of [750, 1_500, 3_000]) {
        // A single count may be off by more, but the mean of ten is off by more in fewer than one of a million runs.
        const counts = Array.from({ length: 10 }, () =>
          estimateDistinct(countAll(Array.from({ length: size }, makeId))),
        );
        const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
        expect(Math.abs(mean / size - 1)).toBeLessThan(0.05);
      }
    }
  });

  test("never gets smaller, holds what was added, and is infinite when it is full", () => {
    const ids = Array.from({ length: 4_096 }, (_, at) => `x-${at.toString(16).padStart(3, "0")}`);
    const count = makeDistinctCount();
    let before = 0;
    for (const id of ids) {
      addDistinct(count, id);
      expect(mayHold(count, id)).toBe(true);
      expect(estimateDistinct(count)).toBeGreaterThanOrEqual(before);
      before = estimateDistinct(count);
    }
    expect(before).toBe(Number.POSITIVE_INFINITY);
  });

  test("mostly knows that an id was not added while few were", () => {
    const count = countAll(spread(0, 100));
    expect(spread(100, 300).filter((id) => mayHold(count, id)).length).toBeLessThan(40);
  });
});
