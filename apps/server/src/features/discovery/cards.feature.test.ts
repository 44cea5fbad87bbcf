import { expect, test } from "vitest";
import { listCards } from "../../testing/discovery-pages.ts";
import { grant } from "../../testing/entitlements.ts";
import { makeMember } from "../../testing/people.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld({ DISCOVERY_INDEX: "on" });
const viewer = await makeSignedIn(world);
const MINUTE_MS = 60_000;

// No row changes when a paid place ends, so no trigger announces the end to the index.
test.each([
  ["premium", "premiumUntil", { isPremium: true, isPromoted: true }],
  ["a highlight", "highlightedUntil", { isPremium: false, isPromoted: true }],
] as const)("a card from memory says nothing of %s any more once it has ended", async (_, what, paidFacts) => {
  const { id } = await makeMember(world.owner, { role: "daddy" });
  const until = new Date(world.context.clock.now().getTime() + MINUTE_MS);
  await grant(world.owner, { id }, { [what]: until });
  const find = async () => (await listCards(viewer)).find((card) => card.id === id);
  expect(await find()).toMatchObject(paidFacts);
  expect(world.context.discoveryIndex.isAnswering()).toBe(true);
  world.pass(MINUTE_MS);
  expect(await find()).toMatchObject({ isPremium: false, isPromoted: false });
  expect(world.context.discoveryIndex.isAnswering()).toBe(true);
});
