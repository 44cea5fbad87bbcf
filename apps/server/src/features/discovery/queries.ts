import type { AccountType } from "@caramelo/contract/accounts/account";
import type { DiscoveryFilter } from "@caramelo/contract/discovery/filter";
import { DISCOVERY_PAGE } from "@caramelo/contract/limits";
import { type RawBuilder, sql } from "kysely";
import { isVisiblePair } from "../../base/members/pair-fragment-queries.ts";
import type { Db } from "../../platform/database/database.ts";
import { askPlannedAnew, type Places, shapedStatement } from "../../platform/database/statement.ts";
import type { DiscoveryPage } from "../../platform/discovery-index.ts";
import { isCoarselyPresent } from "../presence/fragment-queries.ts";
import type { PresenceWindow } from "../presence/rules.ts";
import { areasFor, type Criteria, isFound, type Value } from "./filter-queries.ts";
import type { Position } from "./rules.ts";

/** One segment of the order of a seed, from its beginning or after a position in it. */
export type Segment = {
  seed: number;
  tier: number;
  isFromSeed: boolean;
  after: { key: number; id: string } | undefined;
};

type Key = { key: number; id: string };

type Shape = {
  roles: AccountType[];
  isFromSeed: boolean;
  marks: Criteria["marks"];
  hasBornAfter: boolean;
  hasBornUntil: boolean;
  hasCities: boolean;
  hasPosition: boolean;
};
/** A shape says which of them its text has; the others stay away. */
type Values = {
  viewerId: string;
  bornAfter: string | undefined;
  bornUntil: string | undefined;
  cityIds: number[] | undefined;
  seed: number;
  tier: number;
  key: number | undefined;
  id: string | undefined;
};
type GivenValues = { [K in keyof Values]: Value<NonNullable<Values[K]>> | undefined };

const LIMIT = sql.lit(DISCOVERY_PAGE + 1);

const readKeys = shapedStatement(
  (shape: Shape) => JSON.stringify(shape),
  (shape, places: Places<Values>) => findKeys(shape, places as GivenValues), // only the places that the shape has are asked for
  (shape) => (mayPassMany(shape) ? "long read" : "read"),
);

/** Where few of those who are read in order are found, thousands are passed over. */
function mayPassMany({ hasBornAfter, hasBornUntil, hasCities, marks }: Shape): boolean {
  return hasBornAfter || hasBornUntil || hasCities || marks.length > 0;
}

/** The first members of a segment, as many as a page shows and one more. The criteria must name at least one role. */
export async function listKeys(db: Db, criteria: Criteria, segment: Segment): Promise<Key[]> {
  const { seed, tier, isFromSeed, after } = segment;
  const { viewerId, roles, born, cityIds, marks, presence } = criteria;
  const shape: Shape = {
    roles,
    isFromSeed,
    marks,
    hasBornAfter: born.after !== undefined,
    hasBornUntil: born.until !== undefined,
    hasCities: cityIds !== undefined,
    hasPosition: after !== undefined,
  };
  const { key, id } = after ?? {};
  const values = { viewerId, bornAfter: born.after, bornUntil: born.until, cityIds, seed, tier, key, id };
  // The text of a list says the same as the list.
  const listed = cityIds && (textOf(cityIds) as unknown as number[]);
  if (!presence) return readKeys(db, shape, { ...values, cityIds: listed });
  // A plan for all values takes an age for rare, and would begin with it where each presence is looked up.
  return (await findKeys(shape, values, presence).execute(db)).rows;
}

const texts = new WeakMap<number[], string>();

/** A list as PostgreSQL reads it. A circle of cities has hundreds and is asked for again and again, by the same list. */
function textOf(ids: number[]): string {
  const text = texts.get(ids) ?? `{${ids.join()}}`;
  texts.set(ids, text);
  return text;
}

/**
 * Selects ids and keys only, which the indexes of discovery hold, so no profile is read before it is shown. Each role,
 * and the members of other cities who have a wildcard city, are read in the order of an index of their own, so only the
 * few rows that were found are sorted.
 */
function findKeys(shape: Shape, values: GivenValues, presence?: PresenceWindow): RawBuilder<Key> {
  const areas = areasFor(shape.hasCities ? values.cityIds : undefined);
  const found = shape.roles.flatMap((role) => areas.map((area) => findKeysAt(shape, values, { role, area, presence })));
  const [only] = found;
  if (only && found.length === 1) return only;
  const all = sql.join(
    found.map((one) => sql`(${one})`),
    sql` union all `,
  );
  return sql<Key>`select * from (${all}) found order by key, id limit ${LIMIT}`;
}

type Subset = { role: AccountType; area: RawBuilder<unknown>; presence: PresenceWindow | undefined };

function findKeysAt(shape: Shape, values: GivenValues, { role, area, presence }: Subset) {
  const { viewerId = "", seed, tier, bornAfter, bornUntil, key, id } = values;
  const { marks } = shape;
  const born = { after: shape.hasBornAfter ? bornAfter : undefined, until: shape.hasBornUntil ? bornUntil : undefined };
  const conditions = [
    sql`role = ${sql.lit(role)} and tier = ${tier}`,
    shape.isFromSeed ? sql`shuffle_key >= ${seed}` : sql`shuffle_key < ${seed}`,
    ...(shape.hasPosition ? [sql`(shuffle_key, member_id) > (${key}, ${id})`] : []),
    isFound({ viewerId, born, marks }),
    isVisiblePair(viewerId, sql.ref("profile.member_id")),
    area,
    ...(presence ? [isPresentOne(presence)] : []),
  ];
  return sql<Key>`
    select shuffle_key as key, member_id as id from profile where ${sql.join(conditions, sql` and `)}
    order by shuffle_key, member_id limit ${LIMIT}`;
}

/** Looks at the presence of one profile after the other: as a value, so that the planner does not turn it into a join. */
const isPresentOne = (presence: PresenceWindow) => sql<boolean>`
  coalesce((select ${isCoarselyPresent(presence)} from presence where presence.member_id = profile.member_id), false)`;

/** Who is few enough to be sorted whole: those who signed up since a moment, or who are present. */
export type Few = DiscoveryPage["part"];

/** The first `limit` of a few members in the order of the pages. */
export async function listFew(db: Db, criteria: Criteria, few: Few, limit: number): Promise<Position[]> {
  return askPlannedAnew(db, findFew(criteria, few, limit));
}

/**
 * Starts from those who signed up lately, or from those who are present, and sorts what it finds. To be planned
 * anew each time: a plan for all values would not know how few they are.
 */
export function findFew(criteria: Criteria, few: Few, limit: number): RawBuilder<Position> {
  const { after } = few;
  const beyond = after ? sql`where (segment, key, id) > (${after.segment}, ${after.key}, ${after.id})` : sql``;
  return sql<Position>`
    select * from (${few.joinedAfter === undefined ? findPresent(criteria, few) : findNew(criteria, few, new Date(few.joinedAfter))}) found
    ${beyond} order by segment, key, id limit ${limit}`;
}

const positionOf = (seed: number) =>
  sql`2 * tier + (shuffle_key < ${seed})::int as segment, shuffle_key as key, profile.member_id as id`;

function findNew(criteria: Criteria, { seed, endSegment }: Few, joinedAfter: Date) {
  const conditions = [
    sql`role = any(${criteria.roles}) and created_at > ${joinedAfter} and not is_managed and tier < ${endSegment / 2}`,
    isFound(criteria),
    isVisiblePair(criteria.viewerId, sql.ref("profile.member_id")),
    ...(criteria.cityIds ? [sql`(city_id = any(${criteria.cityIds}) or is_wildcard_city)`] : []),
    ...(criteria.presence ? [isPresentOne(criteria.presence)] : []),
  ];
  return sql`select ${positionOf(seed)} from profile where ${sql.join(conditions, sql` and `)}`;
}

/** `offset 0` keeps the order of the joins: from presence to profile. */
function findPresent(criteria: Criteria, { seed, endSegment }: Few) {
  const { presence, cityIds, roles } = criteria;
  const conditions = [
    sql`profile.member_id = present.member_id and role = any(${roles}) and tier < ${endSegment / 2}`,
    isFound(criteria),
    isVisiblePair(criteria.viewerId, sql.ref("profile.member_id")),
    ...(cityIds ? [sql`(city_id = any(${cityIds}) or is_wildcard_city)`] : []),
  ];
  return sql`
    select one.* from (
      select presence.member_id from presence where ${presence ? isCoarselyPresent(presence) : sql`true`} offset 0
    ) present
    cross join lateral (
      select ${positionOf(seed)} from profile where ${sql.join(conditions, sql` and `)} offset 0
    ) one`;
}

/** How many members were active in the steps of a window, up to `most`. */
export async function countPresent(db: Db, { firstStep }: PresenceWindow, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from presence where not is_hidden and active_step >= ${firstStep} limit ${most}
    ) present`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Keeps a member's filter in the place of the one before. */
export async function changeFilter(db: Db, memberId: string, filter: DiscoveryFilter, now: Date): Promise<void> {
  const stored = { filter: JSON.stringify(filter), updatedAt: now };
  await db
    .insertInto("discoveryFilter")
    .values({ memberId, ...stored })
    .onConflict((conflict) => conflict.column("memberId").doUpdateSet(stored))
    .execute();
}
