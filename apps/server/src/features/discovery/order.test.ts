import type { AccountType } from "@caramelo/contract/accounts";
import { DISCOVERY_PAGE, SEED_MAX } from "@caramelo/contract/limits";
import fc from "fast-check";
import { expect, test } from "vitest";
import { dayInBrazil } from "../../platform/calendar-rules.ts";
import { citiesWithin } from "../../platform/cities/cities.ts";
import { hidePair } from "../../testing/pairs.ts";
import { makePopulation, type Soul } from "../../testing/population.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld({ LIMIT_VIEWS: "999999/600" });
const today = dayInBrazil(new Date());

const SAO_PAULO = 3_550_308;
const CITIES = [SAO_PAULO, 3_518_800, 3_509_502, 2_611_606];
const SEES = { baby: ["daddy", "mommy"], daddy: ["baby"], mommy: ["baby"], admin: ["baby", "daddy", "mommy"] };

// Few keys, so that many stand at the same place, and those at both ends.
const key = fc.oneof(fc.constantFrom(0, 1, 2, SEED_MAX), fc.integer({ min: 0, max: SEED_MAX }));
const soul: fc.Arbitrary<Soul> = fc.record({
  id: fc.uuid(),
  role: fc.constantFrom<AccountType>("baby", "daddy", "mommy"),
  tier: fc.constantFrom(0, 1, 2, 3),
  shuffleKey: key,
  age: fc.constantFrom(18, 25, 40, 60, 79, 80, 99),
  cityId: fc.constantFrom(...CITIES),
  isWildcardCity: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  isActive: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
});
const query = fc.record(
  {
    ageMin: fc.constantFrom(18, 25, 40),
    ageMax: fc.constantFrom(40, 60, 79, 80),
    cityId: fc.constant(SAO_PAULO),
    distanceKm: fc.constantFrom(5, 40, 150, 200),
    role: fc.constantFrom<AccountType>("baby", "daddy", "mommy"),
  },
  { requiredKeys: [] },
);
type Query = Parameters<typeof isAskedFor>[2];
const change = fc.record({
  kind: fc.constantFrom("leave", "return", "hide", "tier", "key", "come"),
  place: fc.nat({ max: 200 }),
  newcomer: soul,
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

const visit = fc.record({
  viewer: fc.constantFrom("baby" as const, "daddy" as const, "mommy" as const, "admin" as const),
  seed: key,
  query,
  souls: fc.uniqueArray(soul, { minLength: 20, maxLength: 160, selector: ({ id }) => id, size: "max" }),
  changes: fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 6 }),
});

function isAskedFor(
  one: Soul,
  roles: readonly string[],
  wish: { ageMin?: number; ageMax?: number; cityId?: number; distanceKm?: number; role?: AccountType },
): boolean {
  const { ageMin = 0, ageMax = 80, cityId, distanceKm = 200, role = one.role } = wish;
  if (!one.isActive || !roles.includes(one.role) || one.role !== role) return false;
  if (one.age < ageMin || (ageMax < 80 && one.age > ageMax)) return false;
  if (cityId === undefined || distanceKm === 200 || one.isWildcardCity) return true;
  return citiesWithin(cityId, distanceKm).includes(one.cityId);
}

/** The order as the specification words it, of everybody at once. */
function listInOrder(souls: Soul[], roles: readonly string[], wish: Query, seed: number): string[] {
  const rank = (one: Soul) => [one.tier, one.shuffleKey >= seed ? 0 : 1, one.shuffleKey];
  return souls
    .filter((one) => isAskedFor(one, roles, wish))
    .sort((a, b) => {
      const [ranks, others] = [rank(a), rank(b)];
      const differing = ranks.findIndex((value, at) => value !== others[at]);
      if (differing < 0) return a.id < b.id ? -1 : 1;
      return (ranks[differing] ?? 0) - (others[differing] ?? 0);
    })
    .map((one) => one.id);
}

/** Makes one change and answers whom it touched. */
async function make({ kind, place, newcomer }: Change, souls: Soul[], viewerId: string): Promise<string> {
  if (kind === "come") {
    const isNew = souls.every(({ id }) => id !== newcomer.id);
    if (isNew) await makePopulation(world.owner, [newcomer], today).catch(() => {});
    return newcomer.id;
  }
  const id = souls[place % souls.length]?.id ?? "";
  const set = (facts: object) => world.db.updateTable("profile").set(facts).where("memberId", "=", id).execute();
  if (kind === "leave") await set({ deactivatedAt: new Date() });
  if (kind === "return") await set({ deactivatedAt: null });
  if (kind === "tier") await set({ tier: place % 4 });
  if (kind === "key") await set({ shuffleKey: newcomer.shuffleKey });
  if (kind === "hide") await hidePair(world.owner, viewerId, id).catch(() => {});
  return id;
}

test("[K9.02][D3.02] walking all pages gives the reference order of everybody who did not change meanwhile, nobody twice, nobody left out", async () => {
  await fc.assert(
    fc.asyncProperty(visit, async ({ viewer: role, seed, query: wish, souls, changes }) => {
      fc.pre(wish.ageMin === undefined || wish.ageMax === undefined || wish.ageMin <= wish.ageMax);
      // Those of the runs before are gone.
      await world.owner.deleteFrom("hiddenPair").execute();
      await world.owner.updateTable("profile").set({ deactivatedAt: new Date() }).execute();
      const viewer = await makeSignedIn(world, { role });
      const known = await world.owner.selectFrom("profile").select("memberId").execute();
      const taken = new Set(known.map((row) => row.memberId));
      const people = souls.filter(({ id }) => !taken.has(id));
      await makePopulation(world.owner, people, today);

      const changed = new Set<string>();
      const walked: string[] = [];
      let cursor: string | undefined;
      for (let page = 0; page === 0 || cursor; page++) {
        const reply = await viewer.browser.api.discovery.list({ query: { seed, ...wish, ...(cursor && { cursor }) } });
        expect(reply.status).toBe(200);
        expect(reply.body.profiles.length).toBeLessThanOrEqual(DISCOVERY_PAGE);
        walked.push(...reply.body.profiles.map(({ id }) => id));
        cursor = reply.body.next ?? undefined;
        for (const one of changes[page] ?? []) changed.add(await make(one, people, viewer.id));
      }

      const unchanged = (id: string) => !changed.has(id);
      expect(walked.filter(unchanged)).toEqual(listInOrder(people, SEES[role], wish, seed).filter(unchanged));
    }),
    { numRuns: 60 },
  );
});
