import { FRESH_FACTOR_MINUTES } from "@caramelo/contract/limits";
import { expect, test } from "vitest";
import { makeMeasure } from "../../testing/moderation.ts";
import { makeMember } from "../../testing/people.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();

test("a ban, its end and the decision of an appeal need a proof of the last ten minutes by the person who decides", async () => {
  const [admin, ana] = [await makeSignedIn(world, { role: "admin" }), await makeMember(world.owner)];
  const { id } = await makeMeasure(world, ana.id, { appealText: "Não fui eu.", appealedAt: new Date() });
  const [bia, eva] = [await makeMember(world.owner), await makeMember(world.owner)];
  const { api } = admin.browser;
  await api.moderation.ban({ params: { id: bia.id }, body: { reason: "Golpe." } });
  await api.moderation.suspend({ params: { id: eva.id }, body: { reason: "Golpe." } });
  const reinstate = (who: string) => api.moderation.reinstate({ params: { id: who }, body: {} });
  const ban = () => admin.browser.api.moderation.ban({ params: { id: ana.id }, body: { reason: "Golpe." } });
  const decide = () =>
    admin.browser.api.moderation.decideAppeal({ params: { id }, body: { isGranted: false, answer: "Vimos de novo." } });
  world.pass((FRESH_FACTOR_MINUTES + 1) * 60_000);
  const replies = [await ban(), await decide(), await reinstate(bia.id)];
  expect(new Set(replies.map(({ failure }) => failure.code))).toEqual(new Set(["FRESH_FACTOR_REQUIRED"]));
  expect((await reinstate(eva.id)).status).toBe(200);
  const storedProfile = await world.owner
    .selectFrom("profile")
    .where("memberId", "=", ana.id)
    .select("bannedAt")
    .executeTakeFirst();
  expect(storedProfile?.bannedAt).toBeNull();
});

test("a moderator reviews reports and notices, and suspends", async () => {
  const moderator = await makeSignedIn(world, { role: "admin", staffRole: "moderator" });
  const ana = await makeMember(world.owner);
  const { api } = moderator.browser;
  expect((await api.moderation.staffCases({ query: {} })).status).toBe(200);
  expect((await api.moderation.staffNotices({ query: {} })).status).toBe(200);
  expect((await api.moderation.suspend({ params: { id: ana.id }, body: { reason: "Golpe." } })).status).toBe(200);
});
