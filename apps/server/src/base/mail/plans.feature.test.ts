import { sql } from "kysely";
import { expect, test } from "vitest";
import { countRead, planOf } from "../../testing/scans.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { claimTurns, countUnconfirmed } from "./acknowledgement-queries.ts";
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

const HASH = Buffer.alloc(32);

/**
 * A flood: 6,000 waiting mails from one network, half of them to one mailbox, to which three mails left this hour.
 * Returns the last waiting one.
 */
async function flood({ owner, context }: World): Promise<string> {
  const now = context.clock.now();
  await sql`
    insert into acknowledgement (id, form, mailbox, network, turn, asked_at, mailed_at)
    select gen_random_uuid(), 'notice', case when turn % 2 = 1 then ${HASH} else sha256(turn::text::bytea) end, ${HASH},
      turn % 50, ${now}::timestamptz - turn * interval '1 second', case when turn < 6 then ${now}::timestamptz end
    from generate_series(1, 6000) turn`.execute(owner);
  await sql`vacuum (analyze) acknowledgement`.execute(owner);
  const waitingRow = owner.selectFrom("acknowledgement").where("mailedAt", "is", null).where("turn", "=", 49);
  return (await waitingRow.orderBy("askedAt", "desc").select("id").executeTakeFirstOrThrow()).id;
}

test("[T87] a notice reads only the waiting notices that may leave before it, however many wait", async () => {
  const world = await openWorld();
  const id = await flood(world);
  const { db, context } = world;
  const now = context.clock.now();
  const since = new Date(now.getTime() - 3_600_000);
  const order = { form: "notice", site: { points: 60, repeated: 30, since }, mailbox: { points: 3, since }, now };
  const nodes = await planOf(db, () => claimTurns(db, { ...order, only: { id } }));
  const readCount = countRead(nodes, "acknowledgement");
  expect([readCount > 60, readCount < 600]).toEqual([true, true]);
  const countPlan = await planOf(db, () => countUnconfirmed(db, "notice", HASH));
  expect(countRead(countPlan, "acknowledgement")).toBe(100);
});
