import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";

type InactiveMember = { id: string; email: string };

/** SQL: when a member was last active. Without a presence it is the sign-up. */
const LAST_SEEN = sql<Date>`greatest(member.created_at, presence.last_active_at)`;

/** Inactive members, not yet warned, among the next `limit` accounts after an id. `next` is undefined at the end. */
export async function listInactive(db: Db, since: Date, after: string | undefined, limit: number) {
  const { rows } = await sql<InactiveMember & { isInactive: boolean }>`
    select page.id, page.email,
      coalesce(profile.is_open and not profile.is_admin and not profile.is_managed and not profile.is_demo
        and warning.member_id is null
        and greatest(page.created_at, presence.last_active_at) < ${since}, false) as is_inactive
    from (
      select id, email, created_at from member
      where ${after ?? null}::uuid is null or id > ${after ?? null}::uuid
      order by id limit ${limit}
    ) page
    join profile on profile.member_id = page.id
    left join presence on presence.member_id = page.id
    left join inactivity_warning as warning on warning.member_id = page.id
    order by page.id`.execute(db);
  const inactive = rows.filter(({ isInactive }) => isInactive).map(({ id, email }): InactiveMember => ({ id, email }));
  return { inactive, next: rows.length < limit ? undefined : rows.at(-1)?.id };
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

export function listWarned(db: Db, before: Date, limit: number) {
  return db
    .selectFrom("inactivityWarning as warning")
    .innerJoin("member", "member.id", "warning.memberId")
    .leftJoin("presence", "presence.memberId", "warning.memberId")
    .where("warning.warnedAt", "<", before)
    .orderBy("warning.warnedAt")
    .limit(limit)
    .select(["warning.memberId", sql<boolean>`${LAST_SEEN} > warning.warned_at`.as("hasCome")])
    .execute();
}

export async function removeInactivityWarning(db: Db, memberId: string): Promise<void> {
  await db.deleteFrom("inactivityWarning").where("memberId", "=", memberId).execute();
}
