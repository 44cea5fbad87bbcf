import { expect, test } from "vitest";
import { makeMember } from "../../testing/people.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { listWholeReads } from "../../testing/whole-reads.ts";
import { openWorld } from "../../testing/world.ts";
import { countQuarter } from "./count-quarter.ts";
import { countQuarters } from "./jobs.ts";

const world = await openWorld();
await makeMember(world.owner);
const staff = await makeSignedIn(world, { role: "admin" });

test.each([
  ["a count of a quarter", () => countQuarter(world.db, { year: 2024, number: 3 }, world.context.clock.now())],
  ["a look for quarters to count", () => countQuarters(world.context)],
  ["the page of the quarters", () => world.browser().api.transparency.list()],
])("%s reads no table whole", async (_, work) => {
  expect(await listWholeReads(world, work)).toEqual([]);
});

test("of the requests of authorities, only their number is counted over all of them", async () => {
  const list = () => staff.browser.api.transparency.authorityRequests();
  expect(await listWholeReads(world, list, ["authority_request"])).toEqual([]);
});
