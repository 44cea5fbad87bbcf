import { expect, test } from "vitest";
import { makeMember } from "../../testing/people.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { listWholeReads } from "../../testing/whole-reads.ts";
import { openWorld } from "../../testing/world.ts";
import { runAvailability } from "../presence/run-availability.ts";
import { countStatistics } from "./count-statistics.ts";

const world = await openWorld();
await makeMember(world.owner);
const staff = await makeSignedIn(world, { role: "admin" });

/** Tables that every plan reads whole, because they stay small. */
const SMALL = ["daily_statistic", "availability_run"];

test.each([
  ["a count of today", () => countStatistics(world.context, { isWhole: false })],
  ["a count of thirty days", () => countStatistics(world.context, { isWhole: true })],
  ["the dashboard", () => staff.browser.api.statistics.dashboard()],
  ["the health", () => staff.browser.api.statistics.health()],
  ["a run of the online-status job", () => runAvailability(world.context, { slot: null, actorId: staff.id })],
])("%s reads no table whole", async (_, work) => {
  expect(await listWholeReads(world, work, SMALL)).toEqual([]);
});
