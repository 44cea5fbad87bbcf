import type { AccountType } from "@caramelo/contract/accounts";
import { SEED_MAX } from "@caramelo/contract/limits";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { dayInBrazil } from "../../platform/calendar-rules.ts";
import { citiesWithin, listCities } from "../../platform/cities/cities.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { makeMember } from "../../testing/people.ts";
import { makePopulation, type Soul } from "../../testing/population.ts";
import { listScans } from "../../testing/scans.ts";
import { openWorld } from "../../testing/world.ts";
import { findKeys, type Part, type Wish } from "./queries.ts";

const world = await openWorld();
const SAO_PAULO = 3_550_308;
const now = new Date();
const cities = listCities();
const PEOPLE = 12_000;

/** Spread by a rule instead of by chance, so that the same plan is chosen each time. */
function soulAt(at: number): Soul {
  return {
    id: uuidv7(new Date(now.getTime() + at)),
    role: (["baby", "daddy", "mommy"] as const)[at % 3] ?? "baby",
    tier: at % 10 === 0 ? 0 : 1 + (at % 2),
    shuffleKey: (at * 179_424_673) % SEED_MAX,
    age: 18 + (at % 60),
    cityId: at % 7 === 0 ? SAO_PAULO : (cities[(at * 31) % cities.length]?.id ?? SAO_PAULO),
    isWildcardCity: at % 50 === 0,
    isActive: at % 20 !== 0,
  };
}

const souls = Array.from({ length: PEOPLE }, (_, at) => soulAt(at));
await makePopulation(world.owner, souls, dayInBrazil(now));
const viewer = await makeMember(world.owner, { role: "daddy" });
// A few blocks of the viewer's among many of others'.
await sql`
  insert into hidden_pair (viewer_id, other_id)
  select one.member_id, other.member_id
  from profile one join profile other
    on one.role = 'daddy' and one.tier = 0 and other.role = 'baby' and one.shuffle_key % 97 = other.shuffle_key % 97`.execute(
  world.owner,
);
await sql`
  insert into hidden_pair (viewer_id, other_id)
  select ${viewer.id}, member_id from profile where role = 'baby' order by shuffle_key limit 20`.execute(world.owner);
for (const table of ["profile", "hidden_pair", "favorite", "entitlement", "presence", "photo"])
  await sql`vacuum (analyze) ${sql.table(table)}`.execute(world.owner);

const wish = (changes: Partial<Wish> = {}): Wish => ({
  viewerId: viewer.id,
  roles: ["baby"],
  born: { after: "1966-11-21", until: "2008-11-21" },
  cityIds: undefined,
  seed: 1_000_000_000,
  ...changes,
});
const part = (changes: Partial<Part> = {}): Part => ({ tier: 2, isFromSeed: true, after: undefined, ...changes });

const scansOf = async (one: Wish, place: Part) =>
  (await listScans(world.db, findKeys(one, place, 25))).filter((way) => !way.endsWith("Sort"));

describe("the plan of a page", () => {
  const whole = ["Index Only Scan hidden_pair_pkey", "Index Only Scan profile_discovery_index"];
  const after = { key: 1_500_000_000, id: "0189a1b2-0000-7000-8000-000000000001" };
  const both: AccountType[] = ["daddy", "mommy"];

  test.each([
    ["from its beginning", wish(), part()],
    ["after a place", wish(), part({ after })],
    ["up to the seed", wish(), part({ isFromSeed: false })],
    ["of the paid places", wish(), part({ tier: 0 })],
    ["of any age", wish({ born: { after: undefined, until: undefined } }), part()],
    ["of two sides", wish({ roles: both }), part({ after })],
  ])("%s reads the index of discovery alone", async (_, one, place) => {
    expect(await scansOf(one, place)).toEqual(whole);
  });

  test.each([
    ["a small circle", 20],
    ["a wide circle", 195],
  ])("in %s reads indexes alone, that of the wildcard cities among them", async (_, km) => {
    const scans = await scansOf(wish({ cityIds: citiesWithin(SAO_PAULO, km) }), part());
    expect(scans).toContain("Index Only Scan profile_discovery_wildcard_index");
    for (const scan of scans)
      expect(scan).toMatch(/^Index Only Scan (profile_discovery_(city_|wildcard_)?index|hidden_pair_pkey)$/);
  });
});
