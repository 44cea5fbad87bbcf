import { expect, test } from "vitest";
import { Failure } from "../http/failure.ts";
import { openSemaphore } from "./semaphore.ts";

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

function startWork(semaphore: ReturnType<typeof openSemaphore>) {
  const gate = Promise.withResolvers<string>();
  const work = { isRunning: false, gate, result: Promise.resolve("") };
  work.result = semaphore.run(() => {
    work.isRunning = true;
    return gate.promise;
  });
  work.result.catch(() => {});
  return work;
}

test("a semaphore runs work up to its limit, and the rest in the order of its arrival", async () => {
  const semaphore = openSemaphore({ concurrency: 2, maxWaiting: 10 });
  const all = Array.from({ length: 4 }, () => startWork(semaphore));
  await nextTurn();
  expect(all.map((work) => work.isRunning)).toEqual([true, true, false, false]);
  all[1]?.gate.resolve("done");
  await nextTurn();
  expect(all.map((work) => work.isRunning)).toEqual([true, true, true, false]);
  expect(await all[1]?.result).toBe("done");
  for (const work of all) work.gate.resolve("done");
  expect(await Promise.all(all.map((work) => work.result))).toHaveLength(4);
});

test("when work fails, the semaphore starts the next and gives the error to the caller", async () => {
  const semaphore = openSemaphore({ concurrency: 1, maxWaiting: 1 });
  const [first, second] = [startWork(semaphore), startWork(semaphore)];
  first.gate.reject(new Error("broken"));
  await expect(first.result).rejects.toThrow("broken");
  await nextTurn();
  expect(second.isRunning).toBe(true);
  second.gate.resolve("done");
  expect(await second.result).toBe("done");
});

test("a semaphore refuses work when too much waits already, and says how many seconds to wait", async () => {
  const semaphore = openSemaphore({ concurrency: 1, maxWaiting: 1 });
  const accepted = [startWork(semaphore), startWork(semaphore)];
  const refusal = await semaphore.run(async () => "never").catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Failure);
  expect(refusal).toMatchObject({ code: "RATE_LIMIT_EXCEEDED", details: { retryAfterSeconds: 30 } });
  for (const work of accepted) work.gate.resolve("done");
  await Promise.all(accepted.map((work) => work.result));
  expect(await semaphore.run(async () => "free again")).toBe("free again");
});
