import { DISCOVERY_PAGE } from "@caramelo/contract/limits";
import { expect, test } from "vitest";
import { countTabs, listPages, type PageQuery, SEED } from "../../testing/discovery-pages.ts";
import { hidePair } from "../../testing/pairs.ts";
import { makeMember } from "../../testing/people.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const RECIFE = 2_611_606;

/** A member whom every tab and every filter finds: verified, new, online, and with a wildcard city. */
async function makeFound(change: Parameters<typeof makeMember>[1] = {}): Promise<string> {
  const facts = { role: "daddy", isVerified: true, tier: 1, isWildcardCity: true, age: 40 } as const;
  const { id } = await makeMember(world.owner, { ...facts, ...change });
  const lastActiveAt = new Date(Date.now() - 60_000);
  await world.owner.insertInto("presence").values({ memberId: id, lastActiveAt }).execute();
  return id;
}

const baby = await makeSignedIn(world);
// These members fill exactly one page, so anybody else on it would take the place of one of them.
const shownMembers = await Promise.all(Array.from({ length: DISCOVERY_PAGE }, () => makeFound()));
const first = { shuffleKey: SEED };
await hidePair(world.owner, baby.id, await makeFound(first));
await makeFound({ ...first, role: "baby" });
await makeFound({ ...first, age: 20 });
await makeFound({ ...first, deactivatedAt: new Date() });
await makeFound({ ...first, suspendedAt: new Date() });
await makeFound({ ...first, awaitsConfirmation: true });

const near = { cityId: RECIFE, distanceKm: 5 };
const filters: PageQuery[] = [{}, near, { verified: "1" }, { presence: "online" }, { presence: "recent", ...near }];

// Tabs and the filter by presence are read by different statements, so all of them are tested.
test.each((["all", "highlighted", "new"] as const).flatMap((tab) => filters.map((filter) => ({ tab, filter }))))(
  "[T23][K6.03] a hidden member, an inactive one and one's own side have no place on a page, and count nowhere: $tab $filter",
  async ({ tab, filter }) => {
    const wantedFilter: PageQuery = { ageMin: 30, ageMax: 60, ...filter };
    const pages = await listPages(baby, { ...wantedFilter, tab });
    expect(pages.map((cards) => cards.map(({ id }) => id).sort())).toEqual([shownMembers.toSorted()]);
    expect((await countTabs(baby, wantedFilter))[tab]).toBe(DISCOVERY_PAGE);
  },
);
