import { expect, test } from "vitest";
import { sweepInChunks } from "./sweep.ts";

test.each([0, 1, 999, 1_000, 1_001, 3_456])(
  "a sweep of %i rows removes all of them in chunks of 1,000",
  async (rows) => {
    let leftRows = rows;
    const removedCount = await sweepInChunks(async (limit) => {
      expect(limit).toBe(1_000);
      const takenCount = Math.min(limit, leftRows);
      leftRows -= takenCount;
      return takenCount;
    });
    expect([removedCount, leftRows]).toEqual([rows, 0]);
  },
);
