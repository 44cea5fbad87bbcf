import { sql } from "kysely";
import { expect, test } from "vitest";
import { planOf } from "../../testing/scans.ts";
import { openWorld } from "../../testing/world.ts";
import { findLatestMail } from "./queries.ts";

test("[T59][T81] the latest alarm is found without reading the other mails of its minutes", async () => {
  const world = await openWorld();
  const now = world.context.clock.now();
  const since = new Date(now.getTime() - 300_000);
  await sql`
    insert into mail (id, kind, recipient, subject, created_at)
    select gen_random_uuid(), case when turn % 1000 = 0 then 'alarm' else 'notice-received' end, 'x', 'x',
      ${now}::timestamptz - turn * interval '10 milliseconds'
    from generate_series(1, 5000) turn`.execute(world.owner);
  await sql`vacuum (analyze) mail`.execute(world.owner);

  const nodes = await planOf(world.db, () => findLatestMail(world.db, "alarm", since));
  const reads = nodes.filter((node) => node["Relation Name"] === "mail");
  expect(reads.map((node) => node["Index Name"])).toEqual(["mail_alarm_index"]);
  expect(reads[0]?.["Actual Rows"]).toBe(1);

  const later = new Date(now.getTime() + 1);
  const [empty] = await planOf(world.db, () => findLatestMail(world.db, "alarm", later));
  expect(empty?.["Actual Rows"]).toBe(0);
});
