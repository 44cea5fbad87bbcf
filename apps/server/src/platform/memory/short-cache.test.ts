import { expect, test } from "vitest";
import { openShortCache } from "./short-cache.ts";

const START = new Date("2026-11-21T12:00:00.000Z");
const after = (ms: number) => new Date(START.getTime() + ms);

/** A cache of 30 seconds and three answers, and a search whose answers are numbered. */
function open() {
  const cache = openShortCache<number>({ keepMs: 30_000, max: 3 });
  let findCount = 0;
  const ask = (question: string, ms: number) => cache.get(question, after(ms), async () => ++findCount);
  return { cache, ask };
}

test("an answer is kept for its time, and found again after it", async () => {
  const { ask } = open();
  expect(await ask("a", 0)).toBe(1);
  expect(await ask("a", 29_999)).toBe(1);
  expect(await ask("a", 30_000)).toBe(2);
  expect(await ask("a", 59_999)).toBe(2);
});

test("different questions have separate answers", async () => {
  const { ask } = open();
  expect([await ask("a", 0), await ask("b", 0), await ask("a", 0)]).toEqual([1, 2, 1]);
});

test("callers who ask the same at once share one search", async () => {
  const { ask } = open();
  expect(await Promise.all([ask("a", 0), ask("a", 1), ask("a", 2)])).toEqual([1, 1, 1]);
});

test("a failure reaches those who wait for it and is not kept", async () => {
  const { cache, ask } = open();
  const failing = () => cache.get("a", START, async () => Promise.reject(new Error("away")));
  const askedAnswers = await Promise.allSettled([failing(), ask("a", 0)]);
  expect(askedAnswers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await ask("a", 0)).toBe(1);
});

test("beyond the largest number the answer that was requested longest ago is dropped", async () => {
  const { ask } = open();
  for (const question of ["a", "b", "c", "a", "d"]) await ask(question, 0);
  expect([await ask("a", 1), await ask("c", 1), await ask("d", 1)]).toEqual([1, 3, 4]);
  expect(await ask("b", 1)).toBe(5);
});

test("when the clock is set back, an answer is found again", async () => {
  const { ask } = open();
  await ask("a", 10_000);
  expect(await ask("a", 0)).toBe(2);
});
