import { PEOPLE_COUNT_MAX, PEOPLE_PAGE } from "@caramelo/contract/limits";
import { sql } from "kysely";
import { isPremium } from "../../base/money/premium-fragment-queries.ts";
import { isVisiblePair } from "../../base/pairs/fragment-queries.ts";
import type { Db } from "../../platform/database/database.ts";
import type { PageCursor } from "../../platform/database/page-cursor.ts";
import { type Params, shapedStatement } from "../../platform/database/statement.ts";
import { selectWhoCame, whoCame } from "../member-cards/fragment-queries.ts";

type Visit = { visitedId: string; visitorId: string; at: Date };

/**
 * Adds a visit, or gives the stored one of the same visitor a new time. Stores nothing and returns false when the
 * visitor came after `since`, or is invisible.
 */
export async function addVisit(db: Db, { visitedId, visitorId, at }: Visit, since: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into visit (visited_id, visitor_id, visited_at)
    select ${visitedId}::uuid, ${visitorId}::uuid, ${at}::timestamptz
    where not exists (
        select from visit where visited_id = ${visitedId} and visitor_id = ${visitorId} and visited_at > ${since}
      )
      and not exists (
        select from member_setting s join entitlement using (member_id)
        where s.member_id = ${visitorId} and s.is_invisible and ${isPremium(at)}
      )
    on conflict (visited_id, visitor_id) do update set visited_at = excluded.visited_at
      where visit.visited_at <= ${since}
    returning visited_at`.execute(db);
  return rows.length > 0;
}

type VisitsQuery = { memberId: string; since: Date; at: Date | null; id: string | null };

/** SQL: the visits after `since` by active members who are not hidden from the visited member. */
const visitorsOf = ({ memberId: visitedId, since }: Pick<Params<VisitsQuery>, "memberId" | "since">) => sql`
  visit v join profile visitor on visitor.member_id = v.visitor_id
  where v.visited_id = ${visitedId} and v.visited_at > ${since} and visitor.is_active and visitor.role <> 'admin'
    and ${isVisiblePair(visitedId, sql.ref("v.visitor_id"))}`;

const readVisitors = shapedStatement(
  ({ hasCursor }: { hasCursor: boolean }) => String(hasCursor),
  ({ hasCursor }, params: Params<VisitsQuery>) =>
    selectWhoCame(params.memberId, {
      listed: sql`
        select v.visitor_id as id, v.visited_at as at from ${visitorsOf(params)}
          ${hasCursor ? sql`and (v.visited_at, v.visitor_id) < (${params.at}, ${params.id})` : sql``}
        order by v.visited_at desc, v.visitor_id desc limit ${sql.lit(PEOPLE_PAGE + 1)}`,
      all: sql`select from ${visitorsOf(params)} limit ${sql.lit(PEOPLE_COUNT_MAX)}`,
    }),
);

type Page = { memberId: string; since: Date; before: PageCursor | undefined };

/** A page of a member's visitors, latest visit first; how many there are, up to 1,000; and the member's premium. */
export async function findVisitors(db: Db, { before, ...page }: Page) {
  const position = { at: before?.at ?? null, id: before?.id ?? null };
  return whoCame(await readVisitors(db, { hasCursor: before !== undefined }, { ...page, ...position }));
}

export const removeOldVisitsSql = (before: Date, limit: number) => sql`
  delete from visit using (
    select visited_id, visitor_id from visit where visited_at < ${before}
    order by visited_at limit ${limit} for update skip locked
  ) old
  where visit.visited_id = old.visited_id and visit.visitor_id = old.visitor_id`;
