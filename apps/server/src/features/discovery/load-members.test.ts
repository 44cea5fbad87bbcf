import { expect, onTestFinished, test } from "vitest";
import { openSocketRelay } from "../../testing/socket-relay.ts";
import { loadMembers } from "./load-members.ts";

const shape = { groups: 1, tiers: 1, marks: 0, cityIds: [], newcomersSince: 0 };

/** A database that takes connections and says nothing; `reached` resolves with the first. */
async function openSilence() {
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  const silent = await openSocketRelay(() => {
    resolve();
    return new Promise(() => {});
  });
  onTestFinished(silent.close);
  const connection = { connectionString: `postgresql://someone@127.0.0.1:${silent.port}/none` };
  return {
    order: { connection, takeCursor: "", countMembers: "", readMembers: "", shape },
    reached,
  };
}

test("the reading of all members is given up when its time is over", async () => {
  const { order } = await openSilence();
  await expect(loadMembers(order, new AbortController().signal, 100)).rejects.toThrow("abort");
});

test("the reading of all members ends at once when it is aborted while the database is silent", async () => {
  const { order, reached } = await openSilence();
  const stopping = new AbortController();
  const reading = loadMembers(order, stopping.signal);
  await reached;
  stopping.abort();
  await expect(reading).rejects.toThrow("abort");
});
