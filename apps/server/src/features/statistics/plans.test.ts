import pg from "pg";
import { expect, test } from "vitest";
import { makeMember } from "../../testing/people.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { listQueries } from "../../testing/statements.ts";
import { openWorld } from "../../testing/world.ts";
import { runAvailability } from "../presence/run-availability.ts";
import { countStatistics } from "./count-statistics.ts";

const world = await openWorld();
await makeMember(world.owner);
const staff = await makeSignedIn(world, { role: "admin" });

/** Tables that every plan reads whole, because they stay small. */
const SMALL = new Set(["daily_statistic", "availability_run"]);

/**
 * The tables that `work` must read whole, because no index serves it. `enable_seqscan = off` makes the planner take an
 * index wherever one serves, even on tables so small that it would not bother.
 */
async function listWholeReads(work: () => Promise<unknown>): Promise<string[]> {
  const queries = await listQueries(work);
  const client = new pg.Client({ connectionString: world.connectionString });
  await client.connect();
  try {
    await client.query("set enable_seqscan = off");
    const foundPlans = new Set<string>();
    for (const { text, values } of queries) {
      if (!/^\s*\(?\s*(select|with|update|delete)\b/i.test(text)) continue;
      const { rows } = await client.query(`explain (format json) ${text}`, values);
      for (const [, table = ""] of JSON.stringify(rows).matchAll(/"Seq Scan"[^}]*?"Relation Name":"(\w+)"/g))
        if (!SMALL.has(table)) foundPlans.add(table);
    }
    return [...foundPlans].sort();
  } finally {
    await client.end();
  }
}

test.each([
  ["a count of today", () => countStatistics(world.context, { isWhole: false })],
  ["a count of thirty days", () => countStatistics(world.context, { isWhole: true })],
  ["the dashboard", () => staff.browser.api.statistics.dashboard()],
  ["the health", () => staff.browser.api.statistics.health()],
  ["a run of the online-status job", () => runAvailability(world.context, { slot: null, actorId: staff.id })],
])("%s reads no table whole", async (_, work) => {
  expect(await listWholeReads(work)).toEqual([]);
});
