import { FRESH_FACTOR_MINUTES } from "@caramelo/contract/limits";
import { expect, test } from "vitest";
import { makeMeasure } from "../../testing/moderation.ts";
import { makeMember } from "../../testing/people.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();

test("a ban and the decision of an appeal want a proof of the last ten minutes of who decides", async () => {
  const [admin, ana] = [await makeSignedIn(world, { role: "admin" }), await makeMember(world.owner)];
  const { id } = await makeMeasure(world, ana.id, { appealText: "Não fui eu.", appealedAt: new Date() });
  const ban = () => admin.browser.api.moderation.ban({ params: { id: ana.id }, body: { reason: "Golpe." } });
  const decide = () =>
    admin.browser.api.moderation.decideAppeal({ params: { id }, body: { isGranted: false, answer: "Vimos de novo." } });
  world.pass((FRESH_FACTOR_MINUTES + 1) * 60_000);
  expect([(await ban()).failure.code, (await decide()).failure.code]).toEqual([
    "FRESH_FACTOR_REQUIRED",
    "FRESH_FACTOR_REQUIRED",
  ]);
  const stored = await world.owner
    .selectFrom("profile")
    .where("memberId", "=", ana.id)
    .select("bannedAt")
    .executeTakeFirst();
  expect(stored?.bannedAt).toBeNull();
});

test("a moderator reviews reports and notices, and suspends", async () => {
  const moderator = await makeSignedIn(world, { role: "admin", staffRole: "moderator" });
  const ana = await makeMember(world.owner);
  const { api } = moderator.browser;
  expect((await api.moderation.staffCases({ query: {} })).status).toBe(200);
  expect((await api.moderation.staffNotices({ query: {} })).status).toBe(200);
  expect((await api.moderation.suspend({ params: { id: ana.id }, body: { reason: "Golpe." } })).status).toBe(200);
});
