import { setImmediate } from "node:timers/promises";
import type { AccountType } from "@caramelo/contract/accounts/account";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { COUNTS_KEPT_MS, DISCOVERY_PAGE, SEED_MAX } from "@caramelo/contract/limits";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { fc, runs } from "../../../../../testing/properties.ts";
import { citiesWithin } from "../../platform/cities/cities.ts";
import { randomId } from "../../platform/ids.ts";
import { hidePair } from "../../testing/pairs.ts";
import { makePopulation, type SeedMember } from "../../testing/population.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld, type World } from "../../testing/world.ts";

// A log of every statement would fill the memory in the many runs that a developer may ask for.
const settings = { LIMIT_VIEWS: "999999/600", LIMIT_DISCOVERY_COUNTS: "999999/600", LOG_LEVEL: "error" };
const worlds = {
  database: await openWorld({ ...settings, DISCOVERY_INDEX: "off" }),
  memory: await openWorld({ ...settings, DISCOVERY_INDEX: "on" }),
};
const { discoveryIndex } = worlds.memory.context;

const SAO_PAULO = 3_550_308;
const CITIES = [SAO_PAULO, 3_518_800, 3_509_502, 2_611_606];
const SEES: Record<AccountType | "admin", AccountType[]> = {
  baby: ["daddy", "mommy"],
  daddy: ["baby"],
  mommy: ["baby"],
  admin: ["baby", "daddy", "mommy"],
};

// Few keys, so that many people share one, and the keys at both ends.
const key = fc.oneof(fc.constantFrom(0, 1, 2, SEED_MAX), fc.integer({ min: 0, max: SEED_MAX }));
const EVERY_ROLE: AccountType[] = ["baby", "daddy", "mommy"];
const PRESENCES = ["online", "recent", "hidden", undefined] as const;
/**
 * The people of all scenarios, of whom all but their presence and who is managed can change: changing stored members is
 * much cheaper than removing and adding them. Managed ones are in tier 3 and never verified.
 */
const POOL = Array.from({ length: 90 }, (_, at) => ({
  id: randomId(),
  presence: PRESENCES[at % PRESENCES.length],
  ...(at % 5 === 4 && { tier: 3, isVerified: false }),
}));
/** A member, usually one that the viewer may see, so that few members fill several pages. */
const memberFor = (viewer: keyof typeof SEES): fc.Arbitrary<SeedMember> =>
  fc
    .record({
      id: fc.uuid(),
      role: fc.constantFrom(...SEES[viewer], ...SEES[viewer], ...SEES[viewer], ...EVERY_ROLE),
      tier: fc.constantFrom(0, 1, 2),
      shuffleKey: key,
      age: fc.constantFrom(18, 25, 40, 60, 79, 80, 99),
      cityId: fc.constantFrom(...CITIES),
      isWildcardCity: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
      isActive: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
      isVerified: fc.boolean(),
      joinedHoursAgo: fc.constantFrom(0, 1, 46, 50, 1_000),
      presence: fc.constantFrom(...PRESENCES),
    })
    // A verified member is in tier 1, unless they have paid for tier 0.
    .map((member) => ({ ...member, isVerified: member.tier === 1 || (member.tier === 0 && member.isVerified) }));
type Presence = "online" | "recent";
type Tab = "all" | "highlighted" | "new";
const filter = fc.record(
  {
    ageMin: fc.constantFrom(18, 25, 40),
    ageMax: fc.constantFrom(40, 60, 79, 80),
    cityId: fc.constant(SAO_PAULO),
    distanceKm: fc.constantFrom(5, 40, 150, 200),
    role: fc.constantFrom<AccountType>("baby", "daddy", "mommy"),
    verified: fc.constant("1" as const),
    presence: fc.constantFrom<Presence[]>("online", "recent"),
  },
  { requiredKeys: [] },
);
type Filter = Parameters<typeof isWanted>[2];
type Change = {
  kind: "leave" | "return" | "hide" | "tier" | "key" | "come";
  /** The position among the people of the member to change; a position after the last counts from the first again. */
  index: number;
  newcomer: SeedMember;
};
const changeFor = (viewer: keyof typeof SEES): fc.Arbitrary<Change> =>
  fc.record({
    kind: fc.constantFrom("leave", "return", "hide", "tier", "key", "come"),
    index: fc.nat({ max: 200 }),
    newcomer: memberFor(viewer),
  });

const scenario = fc
  .constantFrom("baby" as const, "daddy" as const, "mommy" as const, "admin" as const)
  .chain((viewer) =>
    fc.record({
      viewer: fc.constant(viewer),
      seed: key,
      tab: fc.constantFrom<Tab[]>("all", "all", "highlighted", "new"),
      filter,
      people: fc
        .array(memberFor(viewer), { minLength: 20, maxLength: POOL.length, size: "max" })
        .map((members) => members.map((member, at) => ({ ...member, ...POOL[at] }))),
      /** What changes after each page. */
      changes: fc.array(fc.array(changeFor(viewer), { maxLength: 4 }), { maxLength: 6 }),
      startsInMemory: fc.boolean(),
    }),
  );

function isWanted(
  member: SeedMember,
  roles: readonly string[],
  filter: {
    ageMin?: number;
    ageMax?: number;
    cityId?: number;
    distanceKm?: number;
    role?: AccountType;
    verified?: "1";
    presence?: Presence;
  },
): boolean {
  const { ageMin = 0, ageMax = 80, cityId, distanceKm = 200, role = member.role } = filter;
  if (!member.isActive || !roles.includes(member.role) || member.role !== role) return false;
  if (member.age < ageMin || (ageMax < 80 && member.age > ageMax)) return false;
  if (filter.verified && !member.isVerified) return false;
  if (filter.presence && member.presence !== "online" && member.presence !== filter.presence) return false;
  if (cityId === undefined || distanceKm === 200 || member.isWildcardCity) return true;
  return citiesWithin(cityId, distanceKm).includes(member.cityId);
}

const IS_IN: Record<Tab, (member: SeedMember) => boolean> = {
  all: () => true,
  highlighted: ({ tier }) => tier <= 1,
  new: ({ tier, joinedHoursAgo = 0 }) => tier <= 2 && joinedHoursAgo < 48,
};

/** All members whom the filter finds, in the order of the specification. */
function listInOrder(people: SeedMember[], roles: readonly string[], filter: Filter, seed: number): string[] {
  const rank = (member: SeedMember) => [member.tier, member.shuffleKey >= seed ? 0 : 1, member.shuffleKey];
  return people
    .filter((member) => isWanted(member, roles, filter))
    .sort((a, b) => {
      const [ranks, others] = [rank(a), rank(b)];
      const differing = ranks.findIndex((value, at) => value !== others[at]);
      if (differing < 0) return a.id < b.id ? -1 : 1;
      return (ranks[differing] ?? 0) - (others[differing] ?? 0);
    })
    .map((member) => member.id);
}

/** Makes one change and returns the id of the member that it changed. */
async function make(
  world: World,
  { kind, index, newcomer }: Change,
  people: SeedMember[],
  viewerId: string,
): Promise<string> {
  if (kind === "come") {
    const now = world.context.clock.now();
    await makePopulation(world.owner, [newcomer], dayInBrazil(now), now).catch(() => {});
    return newcomer.id;
  }
  const id = people[index % people.length]?.id ?? "";
  const set = (facts: object) => world.db.updateTable("profile").set(facts).where("memberId", "=", id).execute();
  if (kind === "leave") await set({ deactivatedAt: new Date() });
  if (kind === "return") await set({ deactivatedAt: null });
  if (kind === "tier") await set({ tier: index % 4 });
  if (kind === "key") await set({ shuffleKey: newcomer.shuffleKey });
  if (kind === "hide") await hidePair(world.owner, viewerId, id).catch(() => {});
  return id;
}

async function makeViewers(world: World) {
  const viewers = {
    baby: await makeSignedIn(world, { role: "baby" }),
    daddy: await makeSignedIn(world, { role: "daddy" }),
    mommy: await makeSignedIn(world, { role: "mommy" }),
    admin: await makeSignedIn(world, { role: "admin" }),
  };
  // The clock passes the hours after which the session of staff ends.
  await world.owner
    .updateTable("session")
    .set({ expiresAt: new Date("2100-01-01") })
    .execute();
  return viewers;
}
const viewersOf = { database: await makeViewers(worlds.database), memory: await makeViewers(worlds.memory) };
for (const { owner, context } of Object.values(worlds)) {
  const facts = { role: "baby", tier: 2, shuffleKey: 0, age: 18, cityId: SAO_PAULO, isWildcardCity: false } as const;
  const members = POOL.map((member) => ({ ...facts, ...member, isActive: false }));
  await makePopulation(owner, members, dayInBrazil(context.clock.now()));
}

/** Leaves these people of the pool and the viewer, and no hidden pairs. Nobody else is active. */
async function resetPeople(
  { owner, context }: World,
  { people, viewerId, viewers }: { people: SeedMember[]; viewerId: string; viewers: object },
): Promise<void> {
  const viewerIds = Object.values(viewers).map(({ id }: { id: string }) => id);
  const now = context.clock.now();
  await sql`delete from hidden_pair`.execute(owner);
  await sql`delete from member where id <> all(${[...viewerIds, ...POOL.map(({ id }) => id)]}::uuid[])`.execute(owner);
  await sql`
    update profile set deactivated_at = case when is_active then now() end
    where is_active <> (member_id = ${viewerId}) and member_id <> all(${people.map(({ id }) => id)}::uuid[])`.execute(
    owner,
  );
  await sql`
    update profile set
      role = seed_member.role, gender = case seed_member.role when 'daddy' then 'Masculino' else 'Feminino' end,
      stated_age = age, age_stated_on = ${dayInBrazil(now)}::date, city_id = "cityId", tier = seed_member.tier,
      shuffle_key = "shuffleKey", is_wildcard_city = "isWildcardCity", is_verified = "isVerified",
      deactivated_at = case when not "isActive" then now() end,
      created_at = ${now}::timestamptz - "joinedHoursAgo" * interval '1 hour'
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as seed_member (
      id uuid, role text, tier int, "shuffleKey" int, age int, "cityId" int, "isWildcardCity" bool, "isActive" bool,
      "isVerified" bool, "joinedHoursAgo" int
    ) where member_id = id`.execute(owner);
}

/** Asks until memory answers: on a busy machine the index leaves questions to the database while a round takes long. */
const insist =
  <In extends unknown[], Out>(ask: (...question: In) => Promise<Out>) =>
  async (...question: In): Promise<Out> => {
    for (;;) {
      const answer = await ask(...question);
      if (answer !== undefined) return answer;
      await setImmediate();
    }
  };

/** For `mixed`, memory and the database answer in turns. */
test.each(["database", "memory", "mixed"] as const)(
  "[K9.02][D3.02][K2.16] all pages of a tab list each member who did not change meanwhile once, in the reference order, and the counts agree: from %s",
  async (source) => {
    const [world, viewers] =
      source === "database" ? [worlds.database, viewersOf.database] : [worlds.memory, viewersOf.memory];
    const { findPage, count } = discoveryIndex;
    let isInMemory = true;
    vi.spyOn(discoveryIndex, "findPage").mockImplementation(async (page) =>
      isInMemory ? insist(findPage)(page) : undefined,
    );
    vi.spyOn(discoveryIndex, "count").mockImplementation(insist(count));
    await fc.assert(
      fc.asyncProperty(scenario, async ({ viewer: role, seed, tab, filter, people, changes, startsInMemory }) => {
        fc.pre(filter.ageMin === undefined || filter.ageMax === undefined || filter.ageMin < filter.ageMax);
        const viewer = viewers[role];
        // Time passes, so that the counts of the previous run are too old to be used again.
        world.pass(COUNTS_KEPT_MS);
        await resetPeople(world, { people, viewerId: viewer.id, viewers });

        const counts = (await viewer.browser.api.discovery.count({ query: filter })).body;
        const countIn = (tab: Tab) => listInOrder(people.filter(IS_IN[tab]), SEES[role], filter, seed).length;
        expect(counts).toMatchObject({ all: countIn("all"), highlighted: countIn("highlighted"), new: countIn("new") });

        const changedIds = new Set<string>();
        const listedIds: string[] = [];
        let cursor: string | undefined;
        for (let page = 0; page === 0 || cursor; page++) {
          isInMemory = source === "memory" || (page % 2 === 0) === startsInMemory;
          const reply = await viewer.browser.api.discovery.list({
            query: { seed, tab, ...filter, ...(cursor && { cursor }) },
          });
          expect(reply.status).toBe(200);
          expect(reply.body.profiles.length).toBeLessThanOrEqual(DISCOVERY_PAGE);
          listedIds.push(...reply.body.profiles.map(({ id }) => id));
          cursor = reply.body.next ?? undefined;
          for (const changeKind of changes[page] ?? [])
            changedIds.add(await make(world, changeKind, people, viewer.id));
        }

        const unchanged = (id: string) => !changedIds.has(id);
        const reference = listInOrder(people.filter(IS_IN[tab]), SEES[role], filter, seed);
        expect(listedIds.filter(unchanged)).toEqual(reference.filter(unchanged));
      }),
      runs(500),
    );
  },
);
