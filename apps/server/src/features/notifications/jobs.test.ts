import { expect, test } from "vitest";
import { makeNote } from "../../testing/notes.ts";
import { makeMember } from "../../testing/people.ts";
import { openWorld } from "../../testing/world.ts";
import { sweepNotifications } from "./jobs.ts";
import { addMatchNotifications } from "./queries.ts";

const world = await openWorld();
const DAY = 86_400_000;

test("notifications are kept for 90 days, read or not; matches for good, since a pair matches once, ever", async () => {
  const [ana, dan] = [await makeMember(world.owner), await makeMember(world.owner, { role: "daddy" })];
  const old = new Date(Date.now() - 91 * DAY);
  const recent = new Date(Date.now() - 89 * DAY);
  const match = await makeNote(world.owner, ana, dan, { type: "match", createdAt: old, dismissedAt: old });
  for (const type of ["profile_view", "favorite", "message"] as const) {
    await makeNote(world.owner, ana, dan, { type, createdAt: old });
    await makeNote(world.owner, ana, dan, { type, createdAt: old, dismissedAt: old });
  }
  // More than one run of the knife.
  const many = Array.from({ length: 1_100 }, (_, at) =>
    makeNote(world.owner, dan, ana, { createdAt: new Date(+old - at) }),
  );
  await Promise.all(many);
  const kept = await makeNote(world.owner, ana, dan, { type: "favorite", createdAt: recent });

  expect(await sweepNotifications(world.context)).toBe(1_106);
  expect(await sweepNotifications(world.context)).toBe(0);
  const rows = await world.db.selectFrom("notification").select("id").execute();
  expect(rows.map(({ id }) => id).sort()).toEqual([match, kept].sort());

  const again = { id: kept.replace(/^./, "f"), memberId: ana.id, actorId: dan.id, createdAt: new Date() };
  await addMatchNotifications(world.db, [again]);
  expect(await world.db.selectFrom("notification").where("type", "=", "match").select("id").execute()).toHaveLength(1);
});
