import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { PagePlace } from "../../platform/page-place.ts";

type Visit = { visitedId: string; visitorId: string; at: Date };

/**
 * Notes that a member opened a profile; false when nothing is to be told: they came after `since` already, or go
 * invisibly, which is premium's. However often and at once it is called, one call for each pair answers true.
 */
export async function addVisit(db: Db, { visitedId, visitorId, at }: Visit, since: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into visit (visited_id, visitor_id, visited_at)
    select ${visitedId}::uuid, ${visitorId}::uuid, ${at}::timestamptz
    where not exists (
        select from visit where visited_id = ${visitedId} and visitor_id = ${visitorId} and visited_at > ${since}
      )
      and not exists (
        select from member_setting s join entitlement e using (member_id)
        where s.member_id = ${visitorId} and s.is_invisible and (e.has_courtesy_premium or e.premium_until > ${at})
      )
    on conflict (visited_id, visitor_id) do update set visited_at = excluded.visited_at
      where visit.visited_at <= ${since}
    returning visited_at`.execute(db);
  return rows.length > 0;
}

type Asked = { visitedId: string; since: Date };

/** Active members, not hidden from the one they visited, who came after `since`. */
const visitorsOf = ({ visitedId, since }: Asked) => sql`
  visit v join profile visitor on visitor.member_id = v.visitor_id
  where v.visited_id = ${visitedId} and v.visited_at > ${since} and visitor.is_active
    and not exists (select from hidden_pair h where h.viewer_id = ${visitedId} and h.other_id = v.visitor_id)`;

/** Who came and when last, the latest first. */
export function findVisitors(asked: Asked, before: PagePlace | undefined, limit: number): RawBuilder<PagePlace> {
  const place = before ? sql`and (v.visited_at, v.visitor_id) < (${before.at}, ${before.id})` : sql``;
  return sql<PagePlace>`
    select v.visitor_id as id, v.visited_at as at from ${visitorsOf(asked)} ${place}
    order by v.visited_at desc, v.visitor_id desc limit ${limit}`;
}

export async function listVisitors(db: Db, asked: Asked, before: PagePlace | undefined, limit: number) {
  return (await findVisitors(asked, before, limit).execute(db)).rows;
}

/** How many came, up to `most`. */
export async function countVisitors(db: Db, asked: Asked, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from ${visitorsOf(asked)} limit ${most}) visitors`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Removes up to `limit` visits that are older than `before`; answers how many. */
export async function removeOldVisits(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from visit using (
      select visited_id, visitor_id from visit where visited_at < ${before}
      order by visited_at limit ${limit} for update skip locked
    ) old
    where visit.visited_id = old.visited_id and visit.visitor_id = old.visitor_id`.execute(db);
  return Number(numAffectedRows ?? 0);
}
