import { countCharacters } from "@caramelo/contract/formats/graphemes";
import type { UserSort } from "@caramelo/contract/office-members/calls";
import { type RawBuilder, sql } from "kysely";
import { countOf } from "../../platform/database/count-of.ts";
import type { Db } from "../../platform/database/database.ts";
import { replicaRead } from "../../platform/database/replica-reads.ts";
import { contains, isListed, matches, type Search, type UserFilter } from "./filter-queries.ts";

export type UserOrder = { sort: UserSort; direction: "asc" | "desc" };

/** Above this many matching members, walking the list in its order finds a page of them soon. */
const CANDIDATES_MAX = 10_000;
/** How many members of the list each page checks first: it takes a few milliseconds and suffices for common texts. */
const FIRST_LOOK = 4_000;
/** The shortest text that the index can find, because the index contains trigrams. */
const INDEXED_FROM = 3;

/**
 * Runs a query; a search gets more memory. With less, PostgreSQL remembers only the page of a matching row, and must
 * check every name on the page.
 */
function withMemory<T>(db: Db, { search }: UserFilter, question: (db: Db) => Promise<T>): Promise<T> {
  if (!search) return question(db);
  return db.transaction().execute(async (trx) => {
    await sql`set local work_mem = '64MB'`.execute(trx);
    return question(trx);
  });
}

type UserSearch = { filter: UserFilter; order: UserOrder; now: Date; offset: number; limit: number };

/** The ids of a page of members, for one of the staff. Read the members themselves from the primary. */
export const listUserIds = replicaRead(
  "search among users",
  (db: Db, _staffId: string, search: UserSearch) => withMemory(db, search.filter, (at) => findUserIds(at, search)),
  (staffId) => staffId,
);

/** How many members fit a filter, for one of the staff; with a search at most `max + 1`. */
export const countUsers = replicaRead(
  "count of users",
  (db: Db, _staffId: string, { filter, now, max }: { filter: UserFilter; now: Date; max: number }) =>
    withMemory(db, filter, (at) => countFound(at, filter, now, max)),
  (staffId) => staffId,
);

/**
 * The ids of a page of members. A search first looks at the first members of the list, where it finds a common text at
 * once. Then it asks the indexes for all matches, and if these are too many, it walks the whole list instead.
 */
async function findUserIds(db: Db, userSearch: UserSearch): Promise<string[]> {
  const { search } = userSearch.filter;
  if (!search || countCharacters(search.text) < INDEXED_FROM) return walk(db, userSearch);
  const pages = Math.ceil((userSearch.offset + userSearch.limit) / userSearch.limit);
  const early = await walk(db, userSearch, FIRST_LOOK * pages);
  if (early.length === userSearch.limit) return early;
  const candidates = await findCandidates(db, { ...userSearch, search }, CANDIDATES_MAX + 1);
  return candidates.length > CANDIDATES_MAX ? walk(db, userSearch) : sortCandidates(db, userSearch, candidates);
}

async function countFound(db: Db, filter: UserFilter, now: Date, max: number): Promise<number> {
  const { search } = filter;
  const limit = max + 1;
  if (!search) return countOf(db, sql`from profile where ${isListed(filter, now)}`);
  if (countCharacters(search.text) >= INDEXED_FROM)
    return (await findCandidates(db, { filter, now, search }, limit)).length;
  return countOf(
    db,
    sql`from profile join member on member.id = profile.member_id
      where ${isListed(filter, now)} and ${matches(search)} limit ${limit}`,
  );
}

const TO_SQL = { asc: sql`asc`, desc: sql`desc` };

/** SQL of an order. Older members were born earlier, so the order of ages is the reverse of the birth dates. */
function orderBy({ sort, direction }: UserOrder): RawBuilder<unknown> {
  const way = TO_SQL[direction];
  if (sort === "name") return sql`fold_text(profile.name) ${way}, profile.member_id ${way}`;
  if (sort === "created") return sql`profile.created_at ${way}, profile.member_id ${way}`;
  const against = TO_SQL[direction === "asc" ? "desc" : "asc"];
  return sql`profile.estimated_birth_on ${against}, profile.member_id ${against}`;
}

/** Searches members in the order of the list; with `window`, only the first `window` of them. */
async function walk(db: Db, { filter, order, now, offset, limit }: UserSearch, window?: number): Promise<string[]> {
  const page = sql`limit ${limit} offset ${offset}`;
  const listedCondition = sql`where ${isListed(filter, now)}`;
  const ordered = sql`order by ${orderBy(order)}`;
  if (!filter.search) return idsOf(db, sql`select member_id as id from profile ${listedCondition} ${ordered} ${page}`);
  const looked =
    window === undefined
      ? sql`profile`
      : sql`(select * from profile ${listedCondition} ${ordered} limit ${window}) profile`;
  // `offset 0` keeps PostgreSQL from reading the addresses of all members first.
  return idsOf(
    db,
    sql`select profile.member_id as id from ${looked}
      cross join lateral (select email from member where member.id = profile.member_id offset 0) member
      ${window === undefined ? listedCondition : sql`where true`} and ${matches(filter.search)} ${ordered} ${page}`,
  );
}

type Finding = Pick<UserSearch, "filter" | "now"> & { search: Search };

/** Up to `limit` members whose name, address or city contains the searched text, found by the trigram indexes. */
function findCandidates(db: Db, { filter, now, search }: Finding, limit: number): Promise<string[]> {
  const listedCondition = isListed(filter, now);
  const holds = (column: RawBuilder<unknown>) => sql`
    (search_trigrams(fold_text(${column})) @> search_trigrams(${search.text}) and ${contains(column, search)})`;
  const { wholeEmail } = search;
  const email = wholeEmail === undefined ? holds(sql`member.email`) : sql`member.email = ${wholeEmail}`;
  return idsOf(
    db,
    sql`select id from (
      (select profile.member_id as id from profile where ${holds(sql`profile.name`)} and ${listedCondition} limit ${limit})
      union
      (select profile.member_id from member join profile on profile.member_id = member.id
        where ${email} and ${listedCondition} limit ${limit})
      union
      (select profile.member_id from profile
        where profile.city_id = any(${search.cityIds}::integer[]) and ${listedCondition} limit ${limit})
    ) found limit ${limit}`,
  );
}

function sortCandidates(db: Db, { order, offset, limit }: UserSearch, ids: string[]): Promise<string[]> {
  return idsOf(
    db,
    sql`select profile.member_id as id from unnest(${ids}::uuid[]) found (id) join profile on profile.member_id = found.id
      order by ${orderBy(order)} limit ${limit} offset ${offset}`,
  );
}

async function idsOf(db: Db, query: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${query}`.execute(db);
  return rows.map(({ id }) => id);
}
