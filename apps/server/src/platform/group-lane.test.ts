import fc from "fast-check";
import { expect, test } from "vitest";
import { openGroupLanes } from "./group-lane.ts";

/** A lane whose work waits until it is let go; `groups` are those that were begun. */
function openHeldLane(isPoison: (item: number) => boolean = () => false) {
  const { join } = openGroupLanes();
  const groups: number[][] = [];
  const goOn: (() => void)[] = [];
  const work = async (items: number[]) => {
    groups.push(items);
    await new Promise<void>((resolve) => goOn.push(resolve));
    if (items.some(isPoison)) throw new Error(`no ${items.join()}`);
    return items.map((item) => item * 10);
  };
  const letGo = async () => {
    for (let next = goOn.shift(); next; next = goOn.shift()) {
      next();
      await new Promise(setImmediate);
    }
  };
  return { groups, letGo, add: (item: number) => join("lane", item, work) };
}

test("the first starts at once, those who come meanwhile go together, and each gets its own result", async () => {
  const { groups, letGo, add } = openHeldLane();
  const results = Promise.all([1, 2, 3].map(add));
  expect(groups).toEqual([[1]]);
  await letGo();
  expect(await results).toEqual([10, 20, 30]);
  expect(groups).toEqual([[1], [2, 3]]);
});

test("a group holds at most 64", async () => {
  const { groups, letGo, add } = openHeldLane();
  const results = Promise.all(Array.from({ length: 130 }, (_, item) => add(item)));
  await letGo();
  await results;
  expect(groups.map(({ length }) => length)).toEqual([1, 64, 64, 1]);
});

test("an empty lane is forgotten: the next starts at once again", async () => {
  const { groups, letGo, add } = openHeldLane();
  const first = add(1);
  await letGo();
  await first;
  const second = add(2);
  expect(groups).toEqual([[1], [2]]);
  await letGo();
  expect(await second).toBe(20);
});

test("lanes of different names do not wait for each other", async () => {
  const { join } = openGroupLanes();
  const stuck = join("one", 1, () => new Promise<number[]>(() => {}));
  expect(await join("other", 2, async (items: number[]) => items)).toBe(2);
  expect(stuck).toBeInstanceOf(Promise);
});

test("[T59] whatever fails fails alone, in whatever order it came: everybody else gets their result", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 150 }), async (poisons) => {
      const { join } = openGroupLanes();
      const work = async (items: number[]) => {
        await Promise.resolve();
        if (items.some((item) => poisons[item])) throw new Error("poisoned");
        return items.map((item) => item * 10);
      };
      const settled = await Promise.allSettled(poisons.map((_, item) => join("lane", item, work)));
      const results = settled.map((one) => (one.status === "fulfilled" ? one.value : "failed"));
      expect(results).toEqual(poisons.map((isPoison, item) => (isPoison ? "failed" : item * 10)));
    }),
  );
});
