import { expect, test } from "vitest";
import { waitForLocks } from "../../testing/lock-waits.ts";
import { openWorld } from "../../testing/world.ts";
import { takeAdvisoryLock } from "./advisory-lock.ts";

const world = await openWorld();
const connection = { connectionString: world.connectionString };

test("[TB.08] of processes that start together one works after the other, whatever happens to the first", async () => {
  const events: string[] = [];
  const endFirst = await takeAdvisoryLock(connection, "start");
  const second = takeAdvisoryLock(connection, "start").then((end) => {
    events.push("second");
    return end;
  });
  await waitForLocks(world.owner, 1);
  // A turn of other work does not have to wait.
  await (await takeAdvisoryLock(connection, "demo"))();
  events.push("first ends");
  await endFirst();
  await (await second)();
  expect(events).toEqual(["first ends", "second"]);
});

test("a turn may be ended twice", async () => {
  const end = await takeAdvisoryLock(connection, "start");
  await end();
  await end();
});
