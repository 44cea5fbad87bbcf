import { expect, test } from "vitest";
import { makeNotification } from "../../testing/notifications.ts";
import { makeMember } from "../../testing/people.ts";
import { openWorld } from "../../testing/world.ts";
import { sweepNotifications } from "./jobs.ts";
import { addMatchNotifications } from "./queries/notifications.ts";

const world = await openWorld();
const DAY = 86_400_000;

test("[D5.12] notifications are kept for 90 days, dismissed or not, and matches for good, because a pair matches once", async () => {
  const [ana, dan] = [await makeMember(world.owner), await makeMember(world.owner, { role: "daddy" })];
  const old = new Date(Date.now() - 91 * DAY);
  const recent = new Date(Date.now() - 89 * DAY);
  const match = await makeNotification(world.owner, ana, dan, { type: "match", createdAt: old, dismissedAt: old });
  for (const type of ["profile_view", "favorite", "message"] as const) {
    await makeNotification(world.owner, ana, dan, { type, createdAt: old });
    await makeNotification(world.owner, ana, dan, { type, createdAt: old, dismissedAt: old });
  }
  // The sweep needs more than one chunk.
  const many = Array.from({ length: 1_100 }, (_, index) =>
    makeNotification(world.owner, dan, ana, { createdAt: new Date(+old - index) }),
  );
  await Promise.all(many);
  const recentNotification = await makeNotification(world.owner, ana, dan, { type: "favorite", createdAt: recent });

  expect(await sweepNotifications(world.context)).toBe(1_106);
  expect(await sweepNotifications(world.context)).toBe(0);
  const rows = await world.db.selectFrom("notification").select("id").execute();
  expect(rows.map(({ id }) => id).sort()).toEqual([match, recentNotification].sort());

  const again = { id: recentNotification.replace(/^./, "f"), memberId: ana.id, actorId: dan.id, createdAt: new Date() };
  await addMatchNotifications(world.db, [again]);
  expect(await world.db.selectFrom("notification").where("type", "=", "match").select("id").execute()).toHaveLength(1);
});
