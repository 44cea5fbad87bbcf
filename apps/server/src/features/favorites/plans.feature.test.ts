import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { uuidv7 } from "../../platform/ids.ts";
import { makePopulation } from "../../testing/population.ts";
import { listScansOf } from "../../testing/scans.ts";
import { openWorld } from "../../testing/world.ts";
import { findVisitors } from "../visits/queries.ts";
import { findAdmirers, listFavorites } from "./queries.ts";

const world = await openWorld();
const now = new Date();
const PEOPLE = 2_000;
const SAO_PAULO = 3_550_308;

const ids = Array.from({ length: PEOPLE }, (_, at) => uuidv7(new Date(now.getTime() + at)));
await makePopulation(
  world.owner,
  ids.map((id, at) => ({
    id,
    role: at % 2 ? ("daddy" as const) : ("baby" as const),
    tier: 2,
    shuffleKey: at,
    age: 30,
    cityId: SAO_PAULO,
    isWildcardCity: false,
    isActive: at % 20 !== 0,
  })),
  dayInBrazil(now),
);
// Every member has a few favourites; one of each side has many, and many admirers.
const [star = "", admirer = ""] = ids;
await sql`
  insert into favorite (member_id, favorite_id, created_at)
  select one.member_id, other.member_id, now() - one.shuffle_key * interval '1 minute'
  from profile one join profile other on one.role <> other.role and (
    (one.shuffle_key + other.shuffle_key) % 997 < 6
    or other.member_id = ${star} and one.shuffle_key % 5 = 0
    or one.member_id = ${admirer} and other.shuffle_key % 5 = 0
  )`.execute(world.owner);
await sql`
  insert into visit (visitor_id, visited_id, visited_at)
  select member_id, favorite_id, created_at from favorite`.execute(world.owner);
await sql`
  insert into hidden_pair (viewer_id, other_id)
  select member_id, favorite_id from favorite where favorite_id <> ${star} and member_id <> ${admirer}`.execute(
  world.owner,
);
for (const table of ["profile", "favorite", "visit", "hidden_pair"])
  await sql`vacuum (analyze) ${sql.table(table)}`.execute(world.owner);

const before = { at: new Date(now.getTime() - 3_600_000 * 10), id: ids[7] ?? "" };
const filter = { words: "algu", cityIds: [SAO_PAULO], viewerCityId: SAO_PAULO };
const [his, hers] = [
  { memberId: admirer, now },
  { memberId: star, now },
];
const visitedFacts = { ...hers, since: new Date(now.getTime() - 3e10) };
const first = { before: undefined };
const { db } = world;

test.each([
  ["favourites", () => listFavorites(db, { ...his, ...first, filter: undefined }), "favorite_member_index"],
  [
    "favourites after a cursor",
    () => listFavorites(db, { ...his, before, filter: undefined }),
    "favorite_member_index",
  ],
  ["a search in favourites", () => listFavorites(db, { ...his, ...first, filter }), "favorite_member_index"],
  ["admirers", () => findAdmirers(db, { ...hers, ...first }), "favorite_favorite_index"],
  ["admirers after a cursor", () => findAdmirers(db, { ...hers, before }), "favorite_favorite_index"],
  ["visits", () => findVisitors(db, { ...visitedFacts, ...first }), "visit_latest_index"],
  ["visits after a cursor", () => findVisitors(db, { ...visitedFacts, before }), "visit_latest_index"],
])("a page of %s reads its own index, in its order, and else single rows by their keys", async (_, readPage, index) => {
  const scans = await listScansOf(db, readPage);
  expect(scans).toContain(`Index Only Scan ${index}`);
  for (const scan of scans)
    expect(scan).toMatch(
      new RegExp(
        `^(Sort|Index (Only )?Scan (${index}|(profile|entitlement|presence|availability)_pkey|(hidden_pair|favorite|photo|message)_\\w+))$`,
      ),
    );
});
