import { NOTIFICATIONS_MAX } from "@caramelo/contract/limits";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { randomId } from "../../platform/ids.ts";
import { makeMember } from "../../testing/people.ts";
import { countRead, planOf } from "../../testing/scans.ts";
import { openWorld } from "../../testing/world.ts";
import { upsertMessageNotifications } from "./queries/add-notifications.ts";
import { dismissRow, findBell } from "./queries/bell.ts";

const world = await openWorld();
const [ana, eva] = [await makeMember(world.owner), await makeMember(world.owner)];
const actors = await Promise.all(Array.from({ length: 20 }, () => makeMember(world.owner, { role: "daddy" })));

// Both members have many notifications, most of them dismissed.
await sql`
  insert into notification (id, member_id, actor_id, type, created_at, dismissed_at)
  select gen_random_uuid(), member, actor,
    case when turn % 3 = 0 then 'profile_view' else 'favorite' end, now() - turn * interval '1 minute',
    case when turn % 4 = 0 then null else now() end
  from unnest(${[ana.id, eva.id]}::uuid[]) member, unnest(${actors.map(({ id }) => id)}::uuid[]) actor,
    generate_series(1, 300) turn`.execute(world.owner);
for (const table of ["notification", "profile", "photo", "hidden_pair"])
  await sql`vacuum (analyze) ${sql.table(table)}`.execute(world.owner);

test("[M7.04] the bell reads its index in order, and no more rows than it groups", async () => {
  const nodes = await planOf(world.db, () => findBell(world.db, ana.id));
  const reads = nodes.filter((node) => node["Relation Name"] === "notification");
  expect(reads.map((node) => node["Index Name"])).toEqual(["notification_bell_index"]);
  expect(reads[0]?.["Actual Rows"]).toBeLessThanOrEqual(10 * NOTIFICATIONS_MAX + 1);
});

test("[M4.12] dismissing a row reads what its person did, and of the staff's notices no more than the bell groups", async () => {
  const [actorId = ""] = actors.map(({ id }) => id);
  const createdAt = new Date(Date.now() + 1_000);
  const readBy = async (type: "favorite" | "team") => {
    const id = randomId();
    await world.owner.insertInto("notification").values({ id, memberId: eva.id, actorId, type, createdAt }).execute();
    return countRead(await planOf(world.db, () => dismissRow(world.db, eva.id, id, new Date())), "notification");
  };
  // Each actor has 300; the named notification is read separately.
  expect(await readBy("favorite")).toBeLessThanOrEqual(310);
  expect(await readBy("team")).toBeLessThanOrEqual(10 * NOTIFICATIONS_MAX + 10);
});

test("[T59] a message looks up the notification of its pair, also by a plan that was made while none waited", async () => {
  const everybody = [ana, eva, ...actors].map(({ id }) => id);
  const [memberId = "", ...others] = everybody;
  const notices = others.slice(0, 5).map((actorId) => ({ id: randomId(), memberId, actorId }));
  await world.db.transaction().execute(async (trx) => {
    const countRead = async () => {
      const { rows } = await sql<{ read: number }>`
        select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'notification'`.execute(
        trx,
      );
      return rows[0]?.read ?? Number.NaN;
    };
    // The connections that store messages use generic plans as well.
    await sql`set local plan_cache_mode = force_generic_plan`.execute(trx);
    for (const off of ["enable_seqscan", "enable_hashjoin", "enable_mergejoin"])
      await sql`set local ${sql.ref(off)} = off`.execute(trx);
    await upsertMessageNotifications(trx, notices.slice(0, 1), new Date());
    await sql`
      insert into notification (id, member_id, actor_id, type, created_at)
      select gen_random_uuid(), member, actor, 'message', now()
      from unnest(${others}::uuid[]) member, unnest(${everybody}::uuid[]) actor where member <> actor`.execute(trx);
    const before = await countRead();
    await upsertMessageNotifications(trx, notices, new Date());
    expect((await countRead()) - before).toBeLessThanOrEqual(10);
  });
});
