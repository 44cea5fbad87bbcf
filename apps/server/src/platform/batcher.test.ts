import fc from "fast-check";
import { expect, test } from "vitest";
import { openBatchers } from "./batcher.ts";

/** Opens a batcher whose work waits for `release`; `batches` lists those that have started. */
function openHeldBatcher(isPoison: (item: number) => boolean = () => false) {
  const { join } = openBatchers();
  const batches: number[][] = [];
  const waiting: (() => void)[] = [];
  const work = async (items: number[]) => {
    batches.push(items);
    await new Promise<void>((resolve) => waiting.push(resolve));
    if (items.some(isPoison)) throw new Error(`no ${items.join()}`);
    return items.map((item) => item * 10);
  };
  const release = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      next();
      await new Promise(setImmediate);
    }
  };
  return { batches, release, add: (item: number) => join("batcher", item, work) };
}

test("the first item starts at once, the items that come meanwhile run together, and each gets its own result", async () => {
  const { batches, release, add } = openHeldBatcher();
  const results = Promise.all([1, 2, 3].map(add));
  expect(batches).toEqual([[1]]);
  await release();
  expect(await results).toEqual([10, 20, 30]);
  expect(batches).toEqual([[1], [2, 3]]);
});

test("a batch holds at most 64 items", async () => {
  const { batches, release, add } = openHeldBatcher();
  const results = Promise.all(Array.from({ length: 130 }, (_, item) => add(item)));
  await release();
  await results;
  expect(batches.map(({ length }) => length)).toEqual([1, 64, 64, 1]);
});

test("an item starts at once when the batcher has finished all others", async () => {
  const { batches, release, add } = openHeldBatcher();
  const first = add(1);
  await release();
  await first;
  const second = add(2);
  expect(batches).toEqual([[1], [2]]);
  await release();
  expect(await second).toBe(20);
});

test("batchers of different names do not wait for each other", async () => {
  const { join } = openBatchers();
  const endless = join("one", 1, () => new Promise<number[]>(() => {}));
  expect(await join("other", 2, async (items: number[]) => items)).toBe(2);
  expect(endless).toBeInstanceOf(Promise);
});

test("[T59] an item that fails does so alone, in any order, and every other item gets its result", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 150 }), async (isPoisoned) => {
      const { join } = openBatchers();
      const work = async (items: number[]) => {
        await Promise.resolve();
        if (items.some((item) => isPoisoned[item])) throw new Error("poisoned");
        return items.map((item) => item * 10);
      };
      const outcomes = await Promise.allSettled(isPoisoned.map((_, item) => join("batcher", item, work)));
      const results = outcomes.map((one) => (one.status === "fulfilled" ? one.value : "failed"));
      expect(results).toEqual(isPoisoned.map((isPoison, item) => (isPoison ? "failed" : item * 10)));
    }),
  );
});

test.each([
  ["the database is gone", "Connection terminated unexpectedly"],
  ["no connection is free", "timeout exceeded when trying to connect"],
])("a batch that fails because %s fails as a whole, without a try for each item", async (_, message) => {
  const { join } = openBatchers();
  const batches: number[][] = [];
  const work = async (items: number[]): Promise<number[]> => {
    batches.push(items);
    await Promise.resolve();
    throw new Error(message);
  };
  const outcomes = await Promise.allSettled([1, 2, 3].map((item) => join("batcher", item, work)));
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(batches).toEqual([[1], [2, 3]]);
});
