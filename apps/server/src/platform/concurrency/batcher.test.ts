import { expect, test } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import { openBatchers } from "./batcher.ts";

/** Opens a batcher whose work waits for `release`; `batches` lists those that have started. */
function openHeldBatcher(isPoison: (item: number) => boolean = () => false) {
  const { join } = openBatchers();
  const batches: number[][] = [];
  const waitingBatches: (() => void)[] = [];
  const work = async (items: number[]) => {
    batches.push(items);
    await new Promise<void>((resolve) => waitingBatches.push(resolve));
    if (items.some(isPoison)) throw new Error(`no ${items.join()}`);
    return items.map((item) => item * 10);
  };
  const release = async () => {
    for (let next = waitingBatches.shift(); next; next = waitingBatches.shift()) {
      next();
      await turn();
    }
  };
  return { batches, release, add: (item: number) => join("batcher", item, work) };
}

const turn = () => new Promise(setImmediate);

test("items of one turn run together, so do those that come meanwhile, and each gets its own result", async () => {
  const { batches, release, add } = openHeldBatcher();
  const first = [1, 2].map(add);
  await turn();
  expect(batches).toEqual([[1, 2]]);
  const meanwhile = [3, 4].map(add);
  await turn();
  meanwhile.push(add(5));
  await release();
  expect(await Promise.all([...first, ...meanwhile])).toEqual([10, 20, 30, 40, 50]);
  expect(batches).toEqual([
    [1, 2],
    [3, 4, 5],
  ]);
});

test("a batch holds at most 64 items", async () => {
  const { batches, release, add } = openHeldBatcher();
  const results = Promise.all(Array.from({ length: 130 }, (_, item) => add(item)));
  await turn();
  await release();
  await results;
  expect(batches.map(({ length }) => length)).toEqual([64, 64, 2]);
});

test("an item starts with the next turn when the batcher has finished all others", async () => {
  const { batches, release, add } = openHeldBatcher();
  const first = add(1);
  await turn();
  await release();
  await first;
  const second = add(2);
  await turn();
  expect(batches).toEqual([[1], [2]]);
  await release();
  expect(await second).toBe(20);
});

/** Opens a batcher whose items have keys. `finish` ends the batch that contains an item. */
function openKeyedBatcher() {
  const { join } = openBatchers();
  const batches: string[][] = [];
  const ends = new Map<string, () => void>();
  const work = async (items: string[]) => {
    batches.push(items);
    await new Promise<void>((resolve) => {
      for (const item of items) ends.set(item, resolve);
    });
    return items;
  };
  const finish = async (item: string) => {
    ends.get(item)?.();
    await turn();
  };
  // Each letter of an item is one of its keys.
  return { batches, finish, add: (item: string) => join("batcher", item, work, (keys) => [...keys]) };
}

test("items with keys run in parallel with a batch that has none of them, in two batches at most", async () => {
  const { batches, finish, add } = openKeyedBatcher();
  const results = [add("ab")];
  await turn();
  results.push(add("cd"), add("bx"), add("ef"));
  await turn();
  expect(batches).toEqual([["ab"], ["cd", "ef"]]);
  results.push(add("gh"));
  await turn();
  expect(batches).toHaveLength(2);
  await finish("ab");
  expect(batches.slice(2)).toEqual([["bx", "gh"]]);
  await finish("cd");
  await finish("bx");
  expect(await Promise.all(results)).toEqual(["ab", "cd", "bx", "ef", "gh"]);
});

test("an item never overtakes one that shares a key with it, also while that one waits for another", async () => {
  const { batches, finish, add } = openKeyedBatcher();
  const results = [add("ab")];
  await turn();
  results.push(add("bc"), add("cd"), add("de"), add("xy"));
  await turn();
  expect(batches).toEqual([["ab"], ["xy"]]);
  await finish("ab");
  expect(batches.slice(2)).toEqual([["bc", "cd", "de"]]);
  await finish("bc");
  await finish("xy");
  expect(await Promise.all(results)).toEqual(["ab", "bc", "cd", "de", "xy"]);
});

test("items that share a key wait for each other, also when all before them ended within the turn in which they came", async () => {
  const { join } = openBatchers();
  const batches: string[][] = [];
  const ends = new Map([
    ["a", Promise.withResolvers<void>()],
    ["c", Promise.withResolvers<void>()],
  ]);
  const work = async (items: string[]) => {
    batches.push(items);
    for (const item of items) await ends.get(item)?.promise;
    return items;
  };
  const add = (item: string) => join("batcher", item, work, (keys) => [...keys]);
  const first = add("a");
  await turn();
  const second = add("b");
  ends.get("a")?.resolve();
  await Promise.all([first, second]);
  const last = [add("c")];
  await turn();
  last.push(add("cd"));
  await turn();
  expect(batches).toEqual([["a"], ["b"], ["c"]]);
  ends.get("c")?.resolve();
  expect(await Promise.all(last)).toEqual(["c", "cd"]);
});

test("no two batches that run at the same time share a key, and items that share one run in their order", async () => {
  const pairs = fc.array(fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 2 }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(pairs, fc.array(fc.nat(3), { maxLength: 40 }), async (items, pauses) => {
      const { join } = openBatchers();
      const busy = new Set<number>();
      const lastOf = new Map<number, number>();
      const work = async (batch: { keys: number[]; place: number }[]) => {
        const keys = [...new Set(batch.flatMap((item) => item.keys))];
        for (const key of keys) expect(busy.has(key)).toBe(false);
        for (const key of keys) busy.add(key);
        for (const { keys: own, place } of batch) {
          for (const key of own) {
            expect(lastOf.get(key) ?? -1).toBeLessThan(place);
            lastOf.set(key, place);
          }
        }
        for (let leftPauses = pauses[batch[0]?.place ?? 0] ?? 0; leftPauses > 0; leftPauses -= 1) await turn();
        for (const key of keys) busy.delete(key);
        return batch.map(({ place }) => place);
      };
      const results: Promise<number>[] = [];
      for (const [place, keys] of items.entries()) {
        results.push(join("batcher", { keys, place }, work, (item) => item.keys.map(String)));
        if ((pauses[place] ?? 0) === 1) await turn();
      }
      expect(await Promise.all(results)).toEqual(items.map((_, place) => place));
    }),
  );
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
      const results = outcomes.map((outcome) => (outcome.status === "fulfilled" ? outcome.value : "failed"));
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
  expect(batches).toEqual([[1, 2, 3]]);
});
