import type { AccountType } from "@caramelo/contract/accounts/account";
import type { DiscoveryFilter } from "@caramelo/contract/discovery/filter";
import { DISCOVERY_PAGE } from "@caramelo/contract/limits";
import { type RawBuilder, sql } from "kysely";
import { isVisiblePair } from "../../base/pairs/fragment-queries.ts";
import type { Db } from "../../platform/database/database.ts";
import { type Params, shapedStatement } from "../../platform/database/statement.ts";
import { isCoarselyPresent } from "../presence/fragment-queries.ts";
import type { PresenceWindow } from "../presence/rules.ts";
import { areasFor, type Criteria, isFound, type Value } from "./filter-queries.ts";

/** One segment of the order of a seed, from its beginning or after a position in the segment. */
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
/** The values of the statement. The shape says which of them its text uses; the others are not sent. */
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
  // The cast is safe, because `findKeys` uses only those parameters whose values the shape says are given.
  (shape, params: Params<Values>) => findKeys(shape, params as GivenValues),
  (shape) => (mayPassMany(shape) ? "long read" : "read"),
);

/**
 * Whether a statement may have to skip thousands of members, because few of those it reads in order pass the filter.
 */
function mayPassMany({ hasBornAfter, hasBornUntil, hasCities, marks }: Shape): boolean {
  return hasBornAfter || hasBornUntil || hasCities || marks.length > 0;
}

/** The first members of a segment, as many as a page shows and one more. The criteria must name at least one role. */
export async function listKeys(db: Db, criteria: Criteria, segment: Segment): Promise<Key[]> {
  const { seed, tier, isFromSeed, after } = segment;
  const { viewerId, roles, born: birthRange, cityIds, marks, presence } = criteria;
  const shape: Shape = {
    roles,
    isFromSeed,
    marks,
    hasBornAfter: birthRange.after !== undefined,
    hasBornUntil: birthRange.until !== undefined,
    hasCities: cityIds !== undefined,
    hasPosition: after !== undefined,
  };
  const { key, id } = after ?? {};
  const values = { viewerId, bornAfter: birthRange.after, bornUntil: birthRange.until, cityIds, seed, tier, key, id };
  // PostgreSQL reads a text such as "{1,2}" as a list, so the cast is safe.
  const listedCities = cityIds && (textOf(cityIds) as unknown as number[]);
  if (!presence) return readKeys(db, shape, { ...values, cityIds: listedCities });
  // This query is not a prepared statement. A generic plan would assume that few members are in the age range and begin
  // with all who are, although the presence of each must then be looked up.
  return (await findKeys(shape, values, presence).execute(db)).rows;
}

const texts = new WeakMap<number[], string>();

/**
 * A list in PostgreSQL's syntax. The cities around a centre are hundreds and are used repeatedly, so the text is
 * cached.
 */
function textOf(ids: number[]): string {
  const text = texts.get(ids) ?? `{${ids.join()}}`;
  texts.set(ids, text);
  return text;
}

/**
 * SQL: selects only ids and keys, which the indexes of discovery contain, so no profile is read before it is shown.
 * Each role, and the members of other cities with a wildcard city, are read in the order of their own index, so that
 * only the few rows found are sorted.
 */
function findKeys(shape: Shape, values: GivenValues, presence?: PresenceWindow): RawBuilder<Key> {
  const areas = areasFor(shape.hasCities ? values.cityIds : undefined);
  const keyQueries = shape.roles.flatMap((role) =>
    areas.map((area) => findKeysAt(shape, values, { role, area, presence })),
  );
  const [only] = keyQueries;
  if (only && keyQueries.length === 1) return only;
  const all = sql.join(
    keyQueries.map((keyQuery) => sql`(${keyQuery})`),
    sql` union all `,
  );
  return sql<Key>`select * from (${all}) found order by key, id limit ${LIMIT}`;
}

type Subset = { role: AccountType; area: RawBuilder<unknown>; presence: PresenceWindow | undefined };

function findKeysAt(shape: Shape, values: GivenValues, { role, area, presence }: Subset) {
  const { viewerId = "", seed, tier, bornAfter, bornUntil, key, id } = values;
  const { marks } = shape;
  const birthRange = {
    after: shape.hasBornAfter ? bornAfter : undefined,
    until: shape.hasBornUntil ? bornUntil : undefined,
  };
  const conditions = [
    sql`role = ${sql.lit(role)} and tier = ${tier}`,
    shape.isFromSeed ? sql`shuffle_key >= ${seed}` : sql`shuffle_key < ${seed}`,
    ...(shape.hasPosition ? [sql`(shuffle_key, member_id) > (${key}, ${id})`] : []),
    isFound({ viewerId, born: birthRange, marks }),
    isVisiblePair(viewerId, sql.ref("profile.member_id")),
    area,
    ...(presence ? [isPresentOne(presence)] : []),
  ];
  return sql<Key>`
    select shuffle_key as key, member_id as id from profile where ${sql.join(conditions, sql` and `)}
    order by shuffle_key, member_id limit ${LIMIT}`;
}

/**
 * SQL: whether a profile is present. A scalar subquery, so that the planner looks each one up instead of making a join.
 */
export const isPresentOne = (presence: PresenceWindow) => sql<boolean>`
  coalesce((select ${isCoarselyPresent(presence)} from presence where presence.member_id = profile.member_id), false)`;

export async function changeFilter(db: Db, memberId: string, filter: DiscoveryFilter, now: Date): Promise<void> {
  const storedFilter = { filter: JSON.stringify(filter), updatedAt: now };
  await db
    .insertInto("discoveryFilter")
    .values({ memberId, ...storedFilter })
    .onConflict((conflict) => conflict.column("memberId").doUpdateSet(storedFilter))
    .execute();
}
