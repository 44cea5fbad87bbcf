import { type RawBuilder, sql } from "kysely";
import { hasWrittenTo } from "../../base/pairs/fragment-queries.ts";
import type { Db } from "../../platform/database/database.ts";
import { type Params, statement } from "../../platform/database/statement.ts";
import { PRESENCE_COLUMNS } from "../presence/fragment-queries.ts";
import { groupColumn, marksColumn } from "./filter-queries.ts";
import type { MemberRow } from "./record-rules.ts";

// The data that discovery from memory reads. The queries of members do not leave hidden pairs out: each page does.

/** SQL: a column of `presence` as it was when the half minute of `mark` began. */
const asOf = (mark: RawBuilder<unknown>, currentColumn: string, before: string) =>
  sql`case when presence.changed_at < ${mark} then presence.${sql.ref(currentColumn)} else presence.${sql.ref(before)} end`;

/**
 * SQL: whole microseconds since 1970, which is as fine as PostgreSQL stores. The product is inexact and therefore
 * rounded: otherwise `millisecondsUp` and `millisecondsDown` could be wrong by one.
 */
const microseconds = (moment: RawBuilder<unknown>) => sql`round(date_part('epoch', ${moment}) * 1e6)`;
const millisecondsUp = (moment: RawBuilder<unknown>) => sql`ceil(${microseconds(moment)} / 1e3)`;
const millisecondsDown = (moment: RawBuilder<unknown>) => sql`floor(${microseconds(moment)} / 1e3)`;

/** SQL: each column of a `MemberRow`, selected from `memberSource`. */
const memberColumns = (mark: RawBuilder<unknown>): Record<keyof MemberRow, RawBuilder<unknown>> => ({
  id: sql`profile.member_id`,
  group: groupColumn,
  tier: sql`profile.tier`,
  key: sql`profile.shuffle_key`,
  birthDay: sql`profile.estimated_birth_on - date '1970-01-01'`,
  cityId: sql`profile.city_id`,
  isEverywhere: sql`profile.is_wildcard_city`,
  marks: marksColumn,
  joinedAt: sql`case when not profile.is_managed then ${millisecondsUp(sql`profile.created_at`)} end`,
  activeAt: millisecondsDown(asOf(mark, "last_active_at", "before_active_at")),
  hasLeft: sql`${asOf(mark, "left_at", "before_left_at")} is not null`,
  hidesPresence: sql`coalesce(presence.is_hidden, false)`,
  name: sql`profile.name`,
  isManaged: sql`profile.is_managed`,
  isDemo: sql`profile.is_demo`,
  premiumUntil: millisecondsUp(
    sql`case when entitlement.has_courtesy_premium then 'infinity' else entitlement.premium_until end`,
  ),
  highlightedUntil: millisecondsUp(sql`entitlement.highlighted_until`),
  availableFrom: millisecondsDown(sql`availability.starts_at`),
  availableUntil: millisecondsDown(sql`availability.ends_at`),
  photoName: sql`substr(photo.file_name, 60, 32)`,
  width: sql`photo.width`,
  height: sql`photo.height`,
  thumbhash: sql`photo.thumbhash`,
});

const memberSource = sql`
  profile
  left join entitlement on entitlement.member_id = profile.member_id
  left join presence on presence.member_id = profile.member_id
  left join availability on availability.member_id = profile.member_id
  left join photo on photo.member_id = profile.member_id and photo.position = 0
  where profile.is_active and profile.role <> 'admin'`;

/**
 * SQL: the members. It is compiled without plugins, so that its columns keep their names in camel case: the thread that
 * reads all members sends the text without the query builder.
 */
function selectMembers(mark: RawBuilder<unknown>): RawBuilder<MemberRow> {
  const columns = Object.entries(memberColumns(mark)).map(([name, column]) => sql`${column} as ${sql.id(name)}`);
  return sql<MemberRow>`select ${sql.join(columns)} from ${memberSource}`;
}

export const readAllMembers = (db: Db, mark: Date): string =>
  selectMembers(sql`${sql.lit(mark.toISOString())}::timestamptz`).compile(db.withoutPlugins()).sql;

export async function countActive(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`${sql.raw(COUNT_MEMBERS)}`.execute(db);
  return rows[0]?.count ?? 0;
}

export const COUNT_MEMBERS = "select count(*)::int as count from profile where is_active and role <> 'admin'";

/** The rows of these members, without inactive ones. */
export async function readMembers(db: Db, memberIds: string[], mark: Date): Promise<MemberRow[]> {
  const members = selectMembers(sql`${mark}::timestamptz`);
  const those = sql<MemberRow>`${members} and profile.member_id = any(${memberIds}::uuid[])`;
  const { rows } = await those.execute(db.withoutPlugins());
  return rows;
}

/**
 * The ids that a viewer's pages need: members whom the viewer must not see (and the viewer), favourites, and members
 * with whom the viewer has a conversation.
 */
export async function readViewer(db: Db, viewerId: string) {
  const { rows } = await sql<{ kind: "unseen" | "favorite" | "peer"; id: string }>`
    select 'unseen' as kind, other_id as id from hidden_pair where viewer_id = ${viewerId}
    union all select 'favorite', favorite_id from favorite where member_id = ${viewerId}
    union all select 'peer', other_id from conversation where owner_id = ${viewerId}`.execute(db);
  const idsOf = (wantedKind: string) => rows.flatMap(({ kind, id }) => (kind === wantedKind ? [id] : []));
  return {
    unseen: new Set([...idsOf("unseen"), viewerId]),
    favorites: new Set(idsOf("favorite")),
    peers: new Set(idsOf("peer")),
  };
}

/**
 * The stored presence of those members of `memberIds` who have written to the viewer, and whose exact presence the
 * viewer therefore sees.
 */
export const listWriters = statement(({ viewerId, memberIds }: Params<{ viewerId: string; memberIds: string[] }>, db) =>
  db
    .selectFrom("profile")
    .leftJoin("presence", "presence.memberId", "profile.memberId")
    .leftJoin("availability", "availability.memberId", "profile.memberId")
    .where("profile.memberId", "=", sql<string>`any(${memberIds}::uuid[])`)
    .where(hasWrittenTo(sql.ref("profile.memberId"), viewerId))
    .select(["profile.memberId as id", ...PRESENCE_COLUMNS]),
);

/**
 * The presence at `mark`, the start of a half minute. Only members who show their presence and were active since
 * `since`.
 */
export async function readActive(db: Db, since: Date, mark: Date) {
  const at = sql`${mark}::timestamptz`;
  const { rows } = await sql<Pick<MemberRow, "id" | "activeAt" | "hasLeft">>`
    select member_id as id, ${millisecondsDown(asOf(at, "last_active_at", "before_active_at"))} as "activeAt",
      ${asOf(at, "left_at", "before_left_at")} is not null as "hasLeft"
    from presence where not is_hidden and active_step >= ${since} and active_step < ${at} + interval '1 day'`.execute(
    db,
  );
  return rows;
}
