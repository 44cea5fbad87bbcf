import { expect, test } from "vitest";
import { Failure } from "../http/failure.ts";
import { openFairSemaphore } from "./fair-semaphore.ts";

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** A semaphore whose work runs until the test finishes it. */
function openHeldSemaphore({ maxWaiting = 100, maxWaitingOfSender = 10 } = {}) {
  const places = { maxWaiting, maxWaitingOfSender };
  const semaphore = openFairSemaphore(2, {
    known: { ...places, share: 4 },
    unknown: { ...places, share: 4 },
    failing: { ...places, share: 1 },
  });
  const gates = new Map<string, ReturnType<typeof Promise.withResolvers<string>>>();
  const startedWork: string[] = [];
  const runningWork = new Set<string>();
  let most = 0;

  /** `name` begins with the letter of the sender: "a1" is the first work of the sender a. */
  function send(lane: "known" | "unknown" | "failing", name: string) {
    const gate = Promise.withResolvers<string>();
    gates.set(name, gate);
    const result = semaphore.run(lane, name.slice(0, 1), () => {
      startedWork.push(name);
      runningWork.add(name);
      most = Math.max(most, runningWork.size);
      return gate.promise.finally(() => runningWork.delete(name));
    });
    result.catch(() => {});
    return result;
  }

  async function finish(name: string): Promise<void> {
    gates.get(name)?.resolve(name);
    await nextTurn();
  }

  /** Finishes the running work, one by one, until none runs. */
  async function finishAll(): Promise<void> {
    await nextTurn();
    while (runningWork.size > 0) for (const name of [...runningWork].slice(0, 1)) await finish(name);
  }

  return { send, finish, finishAll, startedWork, mostAtOnce: () => most, gates, move: semaphore.move };
}

test("[T07][T72] no more than the limit runs at once, however much waits in however many lanes, and all of it is done", async () => {
  const { send, finishAll, startedWork, mostAtOnce } = openHeldSemaphore();
  const lanes = ["known", "unknown", "failing"] as const;
  const results = lanes.flatMap((lane) => ["a1", "a2", "b1", "b2"].map((name) => send(lane, `${name} ${lane}`)));
  await finishAll();
  expect(await Promise.all(results)).toHaveLength(12);
  expect([startedWork.length, mostAtOnce()]).toEqual([12, 2]);
});

test("[T72] a lane that is alone uses all there is, and another lane gets the first place that becomes free", async () => {
  const { send, finish, startedWork } = openHeldSemaphore();
  for (const name of ["a1", "b1", "a2", "b2", "c1"]) send("unknown", name);
  send("known", "k1");
  send("known", "l1");
  await nextTurn();
  expect(startedWork).toEqual(["a1", "b1"]);
  await finish("a1");
  expect(startedWork.at(-1)).toBe("k1");
  // From now on each lane gets its share.
  for (const name of ["b1", "k1"]) await finish(name);
  expect(startedWork.slice(3).toSorted()).toEqual(["a2", "l1"]);
});

test("[T72] lanes with work get their shares of what becomes free, so that none waits for ever", async () => {
  const { send, finishAll, startedWork } = openHeldSemaphore({ maxWaitingOfSender: 40 });
  send("unknown", "x1");
  send("unknown", "y1");
  for (const lane of ["known", "unknown", "failing"] as const)
    for (let n = 0; n < 40; n += 1) send(lane, `${lane.slice(0, 1)}${n}`);
  await finishAll();
  for (const nine of [startedWork.slice(2, 11), startedWork.slice(11, 20), startedWork.slice(20, 29)]) {
    const counts = Map.groupBy(nine, (name) => name.slice(0, 1));
    expect(counts.get("f")).toHaveLength(1);
    for (const lane of ["k", "u"]) expect(Math.abs((counts.get(lane)?.length ?? 0) - 4)).toBeLessThanOrEqual(1);
  }
});

test("[T72] what a sender has waiting can be moved to another lane, and waits its turn there", async () => {
  const { send, move, finishAll, startedWork } = openHeldSemaphore();
  const results = ["x1", "y1", "a1", "a2", "b1"].map((name) => send("unknown", name));
  move("a", "unknown", "failing");
  await finishAll();
  expect(await Promise.all(results)).toHaveLength(5);
  expect(startedWork.indexOf("a2")).toBe(4);
});

test("[T72] a sender beyond their places, or with the most work in a full lane, is refused with the seconds to wait; the other lanes are not", async () => {
  const { send, finishAll } = openHeldSemaphore({ maxWaiting: 4, maxWaitingOfSender: 3 });
  const busy = [send("failing", "x1"), send("failing", "y1")];
  const flood = ["a1", "a2", "a3", "a4"].map((name) => send("unknown", name));
  const honest = ["b1", "c1"].map((name) => send("unknown", name));
  const knownSend = send("known", "k1");
  await finishAll();
  const refusals = (await Promise.allSettled(flood)).map((result) => result.status === "rejected" && result.reason);
  expect(refusals.map(Boolean)).toEqual([false, false, true, true]);
  for (const refusal of refusals.filter(Boolean)) {
    expect(refusal).toBeInstanceOf(Failure);
    expect(refusal).toMatchObject({ code: "RATE_LIMIT_EXCEEDED", details: { retryAfterSeconds: 10 } });
  }
  expect(await Promise.all([...honest, knownSend, ...busy])).toEqual(["b1", "c1", "k1", "x1", "y1"]);
});

test("[T72] when work fails, the next starts and the caller gets the error", async () => {
  const { send, gates, finishAll, startedWork } = openHeldSemaphore();
  const brokenWork = send("unknown", "a1");
  send("unknown", "b1");
  send("unknown", "c1");
  await nextTurn();
  gates.get("a1")?.reject(new Error("broken"));
  await expect(brokenWork).rejects.toThrow("broken");
  await finishAll();
  expect(startedWork).toEqual(["a1", "b1", "c1"]);
});
