import { afterEach, expect, test, vi } from "vitest";
import type { PhotoWorker } from "./start-photo-worker.ts";
import { openWorkerPool } from "./worker-pool.ts";

afterEach(() => void vi.useRealTimers());

/** Workers whose answer is immediate; `endedWorkers` lists those that were stopped, by number. */
function openPool() {
  vi.useFakeTimers();
  const endedWorkers: number[] = [];
  let startedCount = 0;
  const pool = openWorkerPool((): PhotoWorker => {
    startedCount += 1;
    const number = startedCount;
    const answer = { outcome: { ok: false, code: "FILE_INVALID_TYPE" }, processorMs: 1 } as const;
    return { process: async () => answer, isAlive: () => true, stop: async () => void endedWorkers.push(number) };
  });
  return { pool, endedWorkers, countStarted: () => startedCount };
}
const bytes = Buffer.from("x");

test("a worker ends when it has had nothing to do for a minute", async () => {
  const { pool, endedWorkers } = openPool();
  await pool.process(bytes);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(endedWorkers).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(endedWorkers).toEqual([1]);
});

test("of two workers only the one that is used goes on: little work does not keep both", async () => {
  const { pool, endedWorkers, countStarted } = openPool();
  await Promise.all([pool.process(bytes), pool.process(bytes)]);
  for (let half = 0; half < 3; half += 1) {
    await vi.advanceTimersByTimeAsync(30_000);
    await pool.process(bytes);
  }
  expect([endedWorkers, countStarted()]).toEqual([[1], 2]);
});

test("closing ends idle workers at once, and may be repeated", async () => {
  const { pool, endedWorkers } = openPool();
  await Promise.all([pool.process(bytes), pool.process(bytes)]);
  await pool.close();
  await pool.close();
  expect(endedWorkers).toEqual([1, 2]);
});
