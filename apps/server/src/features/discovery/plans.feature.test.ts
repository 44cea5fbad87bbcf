import type { AccountType } from "@caramelo/contract/accounts/account";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { SEED_MAX } from "@caramelo/contract/limits";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { citiesWithin, listCities } from "../../platform/cities/cities.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { makeMember } from "../../testing/people.ts";
import { makePopulation, type SeedMember } from "../../testing/population.ts";
import { listScans, listScansOf } from "../../testing/scans.ts";
import { openWorld } from "../../testing/world.ts";
import { presenceWindow } from "../presence/rules.ts";
import { findCounts } from "./count-queries.ts";
import type { Criteria } from "./filter-queries.ts";
import { listKeys, type Segment } from "./queries.ts";
import { type FewPart, findFew } from "./small-part-queries.ts";

const world = await openWorld();
const SAO_PAULO = 3_550_308;
const now = new Date();
const cities = listCities();
const SEED = 1_000_000_000;
const PEOPLE = 12_000;

/** A member whose facts follow from `at` and not from chance, so that PostgreSQL chooses the same plan each time. */
function memberAt(at: number): SeedMember {
  return {
    id: uuidv7(new Date(now.getTime() + at)),
    role: (["baby", "daddy", "mommy"] as const)[at % 3] ?? "baby",
    tier: at % 10 === 0 ? 0 : 1 + (at % 2),
    shuffleKey: (at * 179_424_673) % SEED_MAX,
    age: 18 + (at % 60),
    cityId: at % 7 === 0 ? SAO_PAULO : (cities[(at * 31) % cities.length]?.id ?? SAO_PAULO),
    isWildcardCity: at % 50 === 0,
    isActive: at % 20 !== 0,
    isVerified: at % 10 === 0 ? at % 20 === 0 : at % 2 === 0,
    joinedHoursAgo: at % 101 === 0 ? 1 : 1_000,
    presence: at % 37 === 0 ? "online" : "gone",
  };
}

const members = Array.from({ length: PEOPLE }, (_, at) => memberAt(at));
await makePopulation(world.owner, members, dayInBrazil(now));
const viewer = await makeMember(world.owner, { role: "daddy" });
// The viewer has a few blocks; other members have many.
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

const filter = (changes: Partial<Criteria> = {}): Criteria => ({
  viewerId: viewer.id,
  roles: ["baby"],
  born: { after: "1966-11-21", until: "2008-11-21" },
  cityIds: undefined,
  marks: [],
  presence: undefined,
  ...changes,
});
const segment = (changes: Partial<Segment> = {}): Segment => ({
  seed: SEED,
  tier: 2,
  isFromSeed: true,
  after: undefined,
  ...changes,
});

const scansOf = async (criteria: Criteria, part: Segment) =>
  (await listScansOf(world.db, () => listKeys(world.db, criteria, part))).filter((way) => !way.endsWith("Sort"));

describe("the plan of a page", () => {
  const whole = ["Index Only Scan hidden_pair_pkey", "Index Only Scan profile_discovery_index"];
  const after = { key: 1_500_000_000, id: "0189a1b2-0000-7000-8000-000000000001" };
  const both: AccountType[] = ["daddy", "mommy"];

  test.each([
    ["from its beginning", filter(), segment()],
    ["after a position", filter(), segment({ after })],
    ["up to the seed", filter(), segment({ isFromSeed: false })],
    ["of the paid places", filter(), segment({ tier: 0 })],
    ["of any age", filter({ born: { after: undefined, until: undefined } }), segment()],
    ["of two roles", filter({ roles: both }), segment({ after })],
    ["of verified members", filter({ marks: ["verified"] }), segment({ tier: 0 })],
  ])("%s reads only the index of discovery", async (_, criteria, part) => {
    expect(await scansOf(criteria, part)).toEqual(whole);
  });

  test.each([
    ["a small circle", 20],
    ["a wide circle", 195],
  ])("in %s reads only indexes, one of them that of the wildcard cities", async (_, km) => {
    const scans = await scansOf(filter({ cityIds: citiesWithin(SAO_PAULO, km) }), segment());
    expect(scans).toContain("Index Only Scan profile_discovery_wildcard_index");
    for (const scan of scans)
      expect(scan).toMatch(/^Index Only Scan (profile_discovery_(city_|wildcard_)?index|hidden_pair_pkey)$/);
  });

  test("of many present members looks at one after the other in the order of the index", async () => {
    const presence = presenceWindow("recent", now);
    expect(await scansOf(filter({ presence }), segment({ after }))).toEqual([...whole, "Index Scan presence_pkey"]);
  });

  const few = (changes: Partial<FewPart> = {}): FewPart => ({
    seed: SEED,
    endSegment: 6,
    after: undefined,
    joinedAfter: undefined,
    ...changes,
  });
  const joinedAfter = now.getTime() - 48 * 3_600_000;
  const ofNew = ["Index Only Scan hidden_pair_pkey", "Index Only Scan profile_discovery_new_index"];

  test.each([
    ["from its beginning", filter(), few({ joinedAfter })],
    ["after a position", filter(), few({ joinedAfter, after: { segment: 4, ...after } })],
    ["of two roles near a city", filter({ roles: both, cityIds: citiesWithin(SAO_PAULO, 50) }), few({ joinedAfter })],
  ])("of new members %s reads those who signed up lately, and no others", async (_, criteria, part) => {
    expect((await listScans(world.db, findFew(criteria, part, 25))).filter((way) => !way.endsWith("Sort"))).toEqual(
      ofNew,
    );
  });

  test("of few present members starts from them", async () => {
    const scans = await listScans(world.db, findFew(filter({ presence: presenceWindow("online", now) }), few(), 25));
    for (const scan of scans)
      expect(scan).toMatch(
        /^(Sort|(Bitmap Index Scan|Index Scan) presence_active_index|Bitmap Heap Scan presence|Index Scan profile_pkey|.*hidden_pair_pkey)$/,
      );
    expect(scans).toContain("Index Scan profile_pkey");
  });
});

describe("the plan of a count", () => {
  const newSince = new Date(now.getTime() - 48 * 3_600_000);

  test.each([
    ["of everybody", filter()],
    ["of verified members", filter({ marks: ["verified"] })],
    ["near a city", filter({ cityIds: citiesWithin(SAO_PAULO, 20) })],
  ])("%s reads indexes alone, and the new by their own", async (_, criteria) => {
    const scans = await listScans(world.db, findCounts(criteria, newSince));
    expect(scans).toContain("Index Only Scan profile_discovery_new_index");
    for (const scan of scans)
      expect(scan).toMatch(/^(Index Only Scan (profile_discovery_|hidden_pair_)|CTE Scan|Sort)/);
  });
});
