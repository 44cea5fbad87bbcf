import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Db } from "../platform/database/database.ts";
import { countLockWaits } from "./lock-waits.ts";
import { race } from "./race.ts";
import { openWorld } from "./world.ts";

const world = await openWorld();
const hold = (db: Db) => sql`select pg_advisory_xact_lock(44)`.execute(db);

test("a race releases its sides together once each waits, and returns what they answered", async () => {
  const waitingSides: number[] = [];
  const side = (name: string) => async () => {
    waitingSides.push(await countLockWaits(world.owner));
    await hold(world.db);
    return name;
  };
  expect(await race(world.owner, hold, [side("first"), side("second")])).toEqual(["first", "second"]);
  expect(waitingSides).toEqual([0, 1]);
});

test("a race in which a side never meets the lock fails, after the others have ended", async () => {
  const endedSides: string[] = [];
  const waits = async () => {
    await hold(world.db);
    endedSides.push("the one that waits");
  };
  await expect(race(world.owner, hold, [waits, async () => "free"])).rejects.toThrow("ended without waiting");
  expect(endedSides).toEqual(["the one that waits"]);
});
