import { expect, test } from "vitest";
import { openCircuit } from "./circuit.ts";

const REFUSED = new Error("refused");

function openTried() {
  let now = 0;
  const circuit = openCircuit({
    clock: { now: () => new Date(now) },
    waitMaxMs: 60_000,
    isAnswer: (error) => error === REFUSED,
  });
  const fail = (error = new Error("silent")) => expect(circuit.run(() => Promise.reject(error))).rejects.toBe(error);
  const pass = (ms: number) => {
    now += ms;
  };
  return { ...circuit, fail, pass };
}

test("[T81] after three failures in a row a server is asked again once, later each time, a minute later at most", async () => {
  const { mayBegin, fail, pass } = openTried();
  for (let at = 0; at < 3; at += 1) {
    expect(mayBegin()).toBe(true);
    await fail();
  }
  for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
    pass(seconds * 1_000 - 1);
    expect([seconds, mayBegin()]).toEqual([seconds, false]);
    pass(1);
    expect([seconds, mayBegin(), mayBegin()]).toEqual([seconds, true, false]);
    await fail();
  }
});

test("[T81] a caller who may begin and finds nothing to do delays the next one for a second only", async () => {
  const { mayBegin, fail, pass } = openTried();
  for (let at = 0; at < 9; at += 1) await fail();
  pass(60_000);
  expect([mayBegin(), mayBegin()]).toEqual([true, false]);
  pass(1_000);
  expect(mayBegin()).toBe(true);
});

test("[T81] while one caller waits for a failing server, no other caller asks it", async () => {
  const { mayBegin, fail, pass, run } = openTried();
  for (let at = 0; at < 3; at += 1) await fail();
  pass(1_000);
  const { promise, resolve } = Promise.withResolvers<void>();
  const answer = run(() => promise);
  pass(3_600_000);
  expect(mayBegin()).toBe(false);
  resolve();
  await answer;
  expect([mayBegin(), mayBegin()]).toEqual([true, true]);
});

test("[T81] a server that answers is asked as often as before, also when it refuses", async () => {
  const { mayBegin, fail, pass } = openTried();
  for (let at = 0; at < 9; at += 1) await fail(REFUSED);
  expect([mayBegin(), mayBegin()]).toEqual([true, true]);
  for (let at = 0; at < 3; at += 1) await fail();
  pass(1_000);
  await fail(REFUSED);
  expect([mayBegin(), mayBegin()]).toEqual([true, true]);
});

test("[T81] a circuit lets one caller try at once when it learns that the server answers others", async () => {
  const { mayBegin, fail, tryNow } = openTried();
  for (let at = 0; at < 9; at += 1) await fail();
  expect(mayBegin()).toBe(false);
  tryNow();
  expect([mayBegin(), mayBegin()]).toEqual([true, false]);
});
