import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";

export type NextAccount = { id: string; isInactive: boolean };

/** SQL: when a member was last active. Without a presence it is the sign-up. */
const LAST_SEEN = sql<Date>`greatest(member.created_at, presence.last_active_at)`;

/** The next `limit` accounts after an id, and whether each member is inactive and was not warned yet. */
export async function listNextAccounts(db: Db, since: Date, after: string | undefined, limit: number) {
  const { rows } = await sql<NextAccount>`
    select page.id,
      coalesce(profile.is_open and not profile.is_admin and not profile.is_managed and not profile.is_demo
        and warning.member_id is null
        and greatest(page.created_at, presence.last_active_at) < ${since}, false) as is_inactive
    from (
      select id, created_at from member
      where ${after ?? null}::uuid is null or id > ${after ?? null}::uuid
      order by id limit ${limit}
    ) page
    left join profile on profile.member_id = page.id
    left join presence on presence.member_id = page.id
    left join inactivity_warning as warning on warning.member_id = page.id
    order by page.id`.execute(db);
  return rows;
}

/** Records a warning; returns false when the member was warned before. */
export async function addInactivityWarning(db: Db, memberId: string, now: Date): Promise<boolean> {
  const row = await db
    .insertInto("inactivityWarning")
    .values({ memberId, warnedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("memberId")
    .executeTakeFirst();
  return row !== undefined;
}

export type Warning = { memberId: string; warnedAt: Date };

/** The next members who were warned before a moment. */
export function listWarned(db: Db, before: Date, after: Warning | undefined, limit: number): Promise<Warning[]> {
  return db
    .selectFrom("inactivityWarning")
    .where("warnedAt", "<", before)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(warned_at, member_id) > (${after?.warnedAt}, ${after?.memberId})`),
    )
    .orderBy("warnedAt")
    .orderBy("memberId")
    .limit(limit)
    .select(["memberId", "warnedAt"])
    .execute();
}

/** Removes a member's warning. Returns whether they have been active since; undefined when there was none. */
export async function takeInactivityWarning(db: Db, memberId: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ hasCome: boolean }>`
    delete from inactivity_warning as warning
    using member left join presence on presence.member_id = member.id
    where warning.member_id = ${memberId} and member.id = ${memberId}
    returning ${LAST_SEEN} > warning.warned_at as has_come`.execute(db);
  return rows[0]?.hasCome;
}
