import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { hasWrittenTo, PRESENCE_COLUMNS } from "../presence/fragment-queries.ts";

// What the index of discovery reads. Hidden pairs are not filtered: each page leaves them out.

/** What was true of a presence when the half minute of `mark` began. */
const asOf = (mark: RawBuilder<unknown>, present: string, before: string) =>
  sql`case when presence.changed_at < ${mark} then presence.${sql.ref(present)} else presence.${sql.ref(before)} end`;

/** The columns of `member-facts.ts`, in its order, over `factsSource`. */
const memberColumns = (mark: RawBuilder<unknown>) => sql`
  profile.member_id, case profile.role when 'baby' then 0 when 'daddy' then 1 else 2 end::int2, profile.tier::int2,
  profile.shuffle_key, profile.estimated_birth_on, profile.city_id,
  profile.is_wildcard_city::int + 2 * profile.is_verified::int + 4 * profile.is_managed::int + 8 * profile.is_demo::int
    + 16 * coalesce(presence.is_hidden, false)::int
    + 32 * (${asOf(mark, "left_at", "before_left_at")} is not null)::int,
  profile.created_at,
  case when entitlement.has_courtesy_premium then 'infinity' else entitlement.premium_until end,
  entitlement.highlighted_until, ${asOf(mark, "last_active_at", "before_active_at")},
  availability.starts_at, availability.ends_at,
  profile.name, substr(photo.file_name, 60, 32), photo.width, photo.height, photo.thumbhash`;

const memberSource = sql`
  profile
  left join entitlement on entitlement.member_id = profile.member_id
  left join presence on presence.member_id = profile.member_id
  left join availability on availability.member_id = profile.member_id
  left join photo on photo.member_id = profile.member_id and photo.position = 0
  where profile.is_active and profile.role <> 'admin'`;

/** The statement that copies the facts of all members, in binary. Hidden pairs are not filtered: each page leaves them out. */
export function copyMembers(db: Db, mark: Date): string {
  const at = sql`${sql.lit(mark.toISOString())}::timestamptz`;
  return sql`copy (select ${memberColumns(at)} from ${memberSource}) to stdout (format binary)`.compile(db).sql;
}

/** About how many there are. Hidden pairs are not filtered: it shows nobody. */
export async function countActive(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`${sql.raw(COUNT_MEMBERS)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** About how many they are. Hidden pairs are not filtered: it shows nobody. */
export const COUNT_MEMBERS = "select count(*)::int as count from profile where is_active and role <> 'admin'";

/** The facts of those of the members who are active, as one row after the other in binary. Hidden pairs are not filtered: each page leaves them out. */
export async function readMembers(db: Db, memberIds: string[], mark: Date): Promise<Uint8Array> {
  const { rows } = await sql<{ facts: Uint8Array | null }>`
    select string_agg(record_send(row(${memberColumns(sql`${mark}::timestamptz`)})), ''::bytea) as facts
    from ${memberSource} and profile.member_id = any(${memberIds}::uuid[])`.execute(db);
  return rows[0]?.facts ?? new Uint8Array();
}

/** Whom a member does not see, their favourites, and with whom they have a conversation. */
export async function readViewer(db: Db, viewerId: string) {
  const { rows } = await sql<{ kind: "hidden" | "favorite" | "peer"; id: string }>`
    select 'hidden' as kind, other_id as id from hidden_pair where viewer_id = ${viewerId}
    union all select 'favorite', favorite_id from favorite where member_id = ${viewerId}
    union all select 'peer', other_id from conversation where owner_id = ${viewerId}`.execute(db);
  const idsOf = (wanted: string) => new Set(rows.flatMap(({ kind, id }) => (kind === wanted ? [id] : [])));
  return { hidden: idsOf("hidden"), favorites: idsOf("favorite"), peers: idsOf("peer") };
}

/** The stored presence of those of the members who have written to the viewer: they are shown as they are now. Hidden pairs are not filtered: it is asked about a page's members. */
export function listWriters(db: Db, viewerId: string, memberIds: string[]) {
  return db
    .selectFrom("profile")
    .leftJoin("presence", "presence.memberId", "profile.memberId")
    .leftJoin("availability", "availability.memberId", "profile.memberId")
    .where("profile.memberId", "=", sql<string>`any(${memberIds}::uuid[])`)
    .where(hasWrittenTo(sql.ref("profile.memberId"), viewerId))
    .select(["profile.memberId as id", ...PRESENCE_COLUMNS])
    .execute();
}

const milliseconds = (moment: RawBuilder<unknown>) => sql`floor(extract(epoch from ${moment}) * 1000)::int8`;

/**
 * The presence, as of the half minute of `mark`, of everybody who was active since `since`: 25 bytes for each, the id, the
 * moment in milliseconds and whether they left.
 */
export async function readActive(db: Db, since: Date, mark: Date): Promise<Uint8Array> {
  const at = sql`${mark}::timestamptz`;
  const active = asOf(at, "last_active_at", "before_active_at");
  const { rows } = await sql<{ active: Uint8Array | null }>`
    select string_agg(
      uuid_send(member_id) || int8send(coalesce(${milliseconds(active)}, 0)) || boolsend(${asOf(at, "left_at", "before_left_at")} is not null),
      ''::bytea) as active
    from presence where not is_hidden and active_step >= ${since} and active_step < ${mark}::timestamptz + interval '1 day'`.execute(
    db,
  );
  return rows[0]?.active ?? new Uint8Array();
}
