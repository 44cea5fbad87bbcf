import type { AccountType, Gender } from "@caramelo/contract/accounts/account";
import type { MemberStatus } from "@caramelo/contract/profiles/calls";
import { ABOUT_NAMES, type AboutName } from "@caramelo/contract/texts/about";
import type { UserSort } from "@caramelo/contract/users/calls";
import { type RawBuilder, sql } from "kysely";
import { isPremium } from "../../base/members/premium-fragment-queries.ts";
import type { Db } from "../../platform/database/database.ts";

/** A searched text, folded by the database, with the cities whose labels hold it; `length` in characters. */
type Search = { text: string; length: number; cityIds: number[] };
export type UserOrder = { sort: UserSort; direction: "asc" | "desc" };
export type UserFilter = {
  search?: Search | undefined;
  role?: AccountType | undefined;
  status?: Exclude<MemberStatus, "hidden" | "banned"> | undefined;
  isVerified?: boolean | undefined;
  isPremium?: boolean | undefined;
  isManaged?: boolean | undefined;
  isWildcardCity?: boolean | undefined;
};

/** What more members than these match is so common that a page of it is found in the order of the list. */
const CANDIDATES_MAX = 10_000;
/** So many members in the order of the list are looked at first, for each page: few milliseconds, and enough for what is common. */
const FIRST_LOOK = 4_000;
/** The index holds three neighbouring characters. */
const INDEXED_FROM = 3;

/**
 * Lets the statements of a transaction remember each row that an index names. With less memory PostgreSQL remembers only its
 * page, and makes the parts of every name on that page anew.
 */
export async function allowLargeBitmaps(trx: Db): Promise<void> {
  await sql`set local work_mem = '64MB'`.execute(trx);
}

type Wanted = { filter: UserFilter; order: UserOrder; now: Date; offset: number; limit: number };

/**
 * The ids of a page of members. A search looks at the first members of the list, where a common text is found at once;
 * then it asks the indexes for all who match, unless these are so many that the whole list is the shorter way.
 */
export async function listUserIds(db: Db, wanted: Wanted): Promise<string[]> {
  const { search } = wanted.filter;
  if (!search || search.length < INDEXED_FROM) return walk(db, wanted);
  const pages = Math.ceil((wanted.offset + wanted.limit) / wanted.limit);
  const early = await walk(db, wanted, FIRST_LOOK * pages);
  if (early.length === wanted.limit) return early;
  const candidates = await findCandidates(db, { ...wanted, search }, CANDIDATES_MAX + 1);
  return candidates.length > CANDIDATES_MAX ? walk(db, wanted) : sortCandidates(db, wanted, candidates);
}

/** How many members fit a filter; with a search at most `max + 1`. */
export async function countUsers(db: Db, filter: UserFilter, now: Date, max: number): Promise<number> {
  const { search } = filter;
  const limit = max + 1;
  if (!search) return countRows(db, sql`select from profile where ${isListed(filter, now)}`);
  if (search.length >= INDEXED_FROM) return (await findCandidates(db, { filter, now, search }, limit)).length;
  return countRows(
    db,
    sql`select from profile join member on member.id = profile.member_id
      where ${isListed(filter, now)} and ${matches(search)} limit ${limit}`,
  );
}

async function countRows(db: Db, rows: RawBuilder<unknown>): Promise<number> {
  const counted = await sql<{ count: number }>`select count(*)::int as count from (${rows}) found`.execute(db);
  return counted.rows[0]?.count ?? 0;
}

const TO_SQL = { asc: sql`asc`, desc: sql`desc` };

/** Who is older was born earlier, so ages run against the days of birth. */
function orderBy({ sort, direction }: UserOrder): RawBuilder<unknown> {
  const way = TO_SQL[direction];
  if (sort === "name") return sql`fold_search_text(profile.name) ${way}, profile.member_id ${way}`;
  if (sort === "created") return sql`profile.created_at ${way}, profile.member_id ${way}`;
  const against = TO_SQL[direction === "asc" ? "desc" : "asc"];
  return sql`profile.estimated_birth_on ${against}, profile.member_id ${against}`;
}

/** Goes through members in the order of the list, through the first `window` only where it is given. */
async function walk(db: Db, { filter, order, now, offset, limit }: Wanted, window?: number): Promise<string[]> {
  const page = sql`limit ${limit} offset ${offset}`;
  const listed = sql`where ${isListed(filter, now)}`;
  const ordered = sql`order by ${orderBy(order)}`;
  if (!filter.search) return idsOf(db, sql`select member_id as id from profile ${listed} ${ordered} ${page}`);
  const looked =
    window === undefined ? sql`profile` : sql`(select * from profile ${listed} ${ordered} limit ${window}) profile`;
  // `offset 0` keeps PostgreSQL from beginning with the addresses, of which there are as many as members.
  return idsOf(
    db,
    sql`select profile.member_id as id from ${looked}
      cross join lateral (select email from member where member.id = profile.member_id offset 0) member
      ${window === undefined ? listed : sql`where true`} and ${matches(filter.search)} ${ordered} ${page}`,
  );
}

type Finding = Pick<Wanted, "filter" | "now"> & { search: Search };

/** Members whose name, address or city holds the searched text, `limit` at most, by the indexes of their parts. */
function findCandidates(db: Db, { filter, now, search }: Finding, limit: number): Promise<string[]> {
  const text = sql`fold_search_text(${search.text})`;
  const listed = isListed(filter, now);
  const holds = (column: RawBuilder<unknown>) => sql`
    (search_trigrams(fold_search_text(${column})) @> search_trigrams(${text}) and ${contains(column, search)})`;
  return idsOf(
    db,
    sql`select id from (
      (select profile.member_id as id from profile where ${holds(sql`profile.name`)} and ${listed} limit ${limit})
      union
      (select profile.member_id from member join profile on profile.member_id = member.id
        where ${holds(sql`member.email`)} and ${listed} limit ${limit})
      union
      (select profile.member_id from profile
        where profile.city_id = any(${search.cityIds}::integer[]) and ${listed} limit ${limit})
    ) found limit ${limit}`,
  );
}

function sortCandidates(db: Db, { order, offset, limit }: Wanted, ids: string[]): Promise<string[]> {
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

const contains = (column: RawBuilder<unknown>, { text }: Search) =>
  sql`strpos(fold_search_text(${column}), fold_search_text(${text})) > 0`;

const matches = (search: Search) => sql`
  (${contains(sql`profile.name`, search)} or ${contains(sql`member.email`, search)}
    or profile.city_id = any(${search.cityIds}::integer[]))`;

const STATUS: Record<NonNullable<UserFilter["status"]>, RawBuilder<unknown>> = {
  active: sql`(profile.is_open and profile.hidden_at is null)`,
  suspended: sql`profile.suspended_at is not null`,
  unconfirmed: sql`(profile.awaits_confirmation and profile.suspended_at is null)`,
  deactivated: sql`(profile.deactivated_at is not null and profile.suspended_at is null and not profile.awaits_confirmation)`,
};

/** SQL: a `profile` is in the list of a filter, but for its search. */
function isListed(filter: UserFilter, now: Date): RawBuilder<unknown> {
  const { role, status, isVerified, isManaged, isWildcardCity } = filter;
  const conditions = [sql`profile.role <> 'admin'`];
  if (role !== undefined) conditions.push(sql`profile.role = ${role}`);
  if (status !== undefined) conditions.push(STATUS[status]);
  // Written out, so that the partial indexes of each are recognized.
  if (isVerified !== undefined) conditions.push(isVerified ? sql`profile.is_verified` : sql`not profile.is_verified`);
  if (isManaged !== undefined) conditions.push(isManaged ? sql`profile.is_managed` : sql`not profile.is_managed`);
  if (isWildcardCity !== undefined)
    conditions.push(isWildcardCity ? sql`profile.is_wildcard_city` : sql`not profile.is_wildcard_city`);
  if (filter.isPremium !== undefined) conditions.push(hasPremium(filter.isPremium, now));
  return sql.join(conditions, sql` and `);
}

function hasPremium(wanted: boolean, now: Date): RawBuilder<unknown> {
  const premium = sql`select member_id from entitlement where has_courtesy_premium or premium_until > ${now}`;
  return wanted ? sql`profile.member_id in (${premium})` : sql`profile.member_id not in (${premium})`;
}

/** What staff see of members. */
function selectUsers(db: Db, now: Date) {
  return db
    .selectFrom("profile")
    .innerJoin("member", "member.id", "profile.memberId")
    .leftJoin("entitlement", "entitlement.memberId", "profile.memberId")
    .where("profile.role", "<>", "admin")
    .select([
      "profile.memberId as id",
      "profile.name",
      "member.email",
      "profile.role",
      "profile.estimatedBirthOn",
      "profile.cityId",
      "profile.createdAt",
      "profile.deactivatedAt",
      "profile.suspendedAt",
      "profile.awaitsConfirmation",
      "profile.bannedAt",
      "profile.hiddenAt",
      "profile.isOpen",
      "profile.isManaged",
      "profile.isDemo",
      "profile.isVerified",
      "profile.isWildcardCity",
      "entitlement.hasCourtesyPremium",
      "entitlement.premiumUntil",
      isPremium(now).as("isPremium"),
    ])
    .$narrowType<{ role: AccountType; estimatedBirthOn: string; cityId: number }>();
}

/** The rows of a list of the office, in no order. */
export function listUsers(db: Db, ids: string[], now: Date) {
  return selectUsers(db, now)
    .leftJoin("photo", (join) => join.onRef("photo.memberId", "=", "profile.memberId").on("photo.position", "=", 0))
    .where("profile.memberId", "=", sql<string>`any(${ids}::uuid[])`)
    .select(["photo.fileName", "photo.width", "photo.height", "photo.thumbhash"])
    .execute();
}

/** A member with what staff may change; undefined for staff. */
export function findUser(db: Db, id: string, now: Date) {
  return selectUsers(db, now)
    .leftJoin("presence", "presence.memberId", "profile.memberId")
    .leftJoin("accountLink", (join) =>
      join
        .onRef("accountLink.memberId", "=", "profile.memberId")
        .on("accountLink.kind", "=", "email_change")
        .on("accountLink.usedAt", "is", null)
        .on("accountLink.expiresAt", ">", now),
    )
    .where("profile.memberId", "=", id)
    .select([
      "profile.gender",
      "profile.birthOn",
      ...ABOUT_NAMES.map((name) => `profile.${name}` as const),
      "profile.updatedAt",
      "presence.lastActiveAt",
      "accountLink.email as pendingEmail",
    ])
    .$narrowType<{ gender: Gender } & Record<AboutName, string>>()
    .executeTakeFirst();
}
