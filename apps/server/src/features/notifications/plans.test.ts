import { sql } from "kysely";
import { expect, test } from "vitest";
import { makeMember } from "../../testing/people.ts";
import { openWorld } from "../../testing/world.ts";
import { findWaiting } from "./queries/bell.ts";

const world = await openWorld();
const [ana, eva] = [await makeMember(world.owner), await makeMember(world.owner)];
const actors = await Promise.all(Array.from({ length: 20 }, () => makeMember(world.owner, { role: "daddy" })));

// Both have many notifications, most of them dismissed.
await sql`
  insert into notification (id, member_id, actor_id, type, created_at, dismissed_at)
  select gen_random_uuid(), member, actor,
    case when turn % 3 = 0 then 'profile_view' else 'favorite' end, now() - turn * interval '1 minute',
    case when turn % 4 = 0 then null else now() end
  from unnest(${[ana.id, eva.id]}::uuid[]) member, unnest(${actors.map(({ id }) => id)}::uuid[]) actor,
    generate_series(1, 300) turn`.execute(world.owner);
for (const table of ["notification", "profile", "photo", "hidden_pair"])
  await sql`vacuum (analyze) ${sql.table(table)}`.execute(world.owner);

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows"?: number;
  Plans?: Plan[];
};

test("[M7.04] the bell reads its index in order, and no more rows than it shows", async () => {
  const { rows } = await sql<Record<string, [{ Plan: Plan }]>>`
    explain (analyze, format json) ${findWaiting(ana.id, 50)}`.execute(world.db);
  const [root] = Object.values(rows[0] ?? {})[0] ?? [];
  const nodes: Plan[] = [];
  const visit = (plan: Plan) => {
    nodes.push(plan);
    plan.Plans?.forEach(visit);
  };
  // CamelCasePlugin changes the name of the column, and leaves the names inside the JSON as they are.
  if (root) visit(Object.values(root)[0] as Plan);
  expect(nodes.map((node) => node["Node Type"])).not.toContain("Sort");
  const reads = nodes.filter((node) => node["Relation Name"] === "notification");
  expect(reads.map((node) => node["Index Name"])).toEqual(["notification_bell_index"]);
  expect(reads[0]?.["Actual Rows"]).toBeLessThanOrEqual(51);
});
