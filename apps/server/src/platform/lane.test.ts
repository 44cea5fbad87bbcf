import { expect, test } from "vitest";
import { Failure } from "./http/failure.ts";
import { openLane } from "./lane.ts";

const settle = () => new Promise((resolve) => setImmediate(resolve));

function startWork(lane: ReturnType<typeof openLane>) {
  const gate = Promise.withResolvers<string>();
  const work = { isInside: false, gate, result: Promise.resolve("") };
  work.result = lane.run(() => {
    work.isInside = true;
    return gate.promise;
  });
  work.result.catch(() => {});
  return work;
}

test("as many work as there are places, the others in the order in which they came", async () => {
  const lane = openLane({ places: 2, waiting: 10 });
  const all = Array.from({ length: 4 }, () => startWork(lane));
  await settle();
  expect(all.map((work) => work.isInside)).toEqual([true, true, false, false]);
  all[1]?.gate.resolve("done");
  await settle();
  expect(all.map((work) => work.isInside)).toEqual([true, true, true, false]);
  expect(await all[1]?.result).toBe("done");
  for (const work of all) work.gate.resolve("done");
  expect(await Promise.all(all.map((work) => work.result))).toHaveLength(4);
});

test("work that fails gives its place to the next, and the failure to its caller", async () => {
  const lane = openLane({ places: 1, waiting: 1 });
  const [first, second] = [startWork(lane), startWork(lane)];
  first.gate.reject(new Error("broken"));
  await expect(first.result).rejects.toThrow("broken");
  await settle();
  expect(second.isInside).toBe(true);
  second.gate.resolve("done");
  expect(await second.result).toBe("done");
});

test("who finds too many waiting is sent away with the seconds to wait", async () => {
  const lane = openLane({ places: 1, waiting: 1 });
  const inside = [startWork(lane), startWork(lane)];
  const refusal = await lane.run(async () => "never").catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Failure);
  expect(refusal).toMatchObject({ code: "RATE_LIMIT_EXCEEDED", details: { retryAfterSeconds: 30 } });
  for (const work of inside) work.gate.resolve("done");
  await Promise.all(inside.map((work) => work.result));
  expect(await lane.run(async () => "free again")).toBe("free again");
});
