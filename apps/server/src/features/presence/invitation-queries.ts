import { ONLINE_WINDOW_MS } from "@caramelo/contract/limits";
import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** Marks up to `limit` members of a run who are available and not yet invited as invited; returns their ids. */
export async function claimInvitations(db: Db, runId: string, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ memberId: string }>`
    update availability set invited_at = ${now}
    where member_id in (
      select member_id from availability where run_id = ${runId} and invited_at is null and ends_at > ${now}
      order by member_id limit ${limit} for update skip locked
    )
    returning member_id`.execute(db);
  return rows.map(({ memberId }) => memberId);
}

const isOnline = (now: Date) => sql<boolean>`
  (presence.left_at is null and presence.last_active_at >= ${new Date(now.getTime() - ONLINE_WINDOW_MS)})`;

/** The subscribed browsers of these members, as far as they accept invitations and are not online already. */
export async function listInvited(db: Db, memberIds: string[], now: Date) {
  return db
    .selectFrom("pushSubscription")
    .innerJoin("session", "session.id", "pushSubscription.sessionId")
    .innerJoin("presence", "presence.memberId", "pushSubscription.memberId")
    .innerJoin("memberSetting", "memberSetting.memberId", "pushSubscription.memberId")
    .where("pushSubscription.memberId", "=", sql<string>`any(${memberIds}::uuid[])`)
    .where("session.endedAt", "is", null)
    .where("session.expiresAt", ">", now)
    .where("memberSetting.hasPushActivity", "=", true)
    .where(sql<boolean>`not ${isOnline(now)}`)
    .select(["pushSubscription.memberId", "pushSubscription.endpoint"])
    .execute();
}

/** Whether a member is still available and has not come in meanwhile. */
export async function isAwaited(db: Db, memberId: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom("availability")
    .innerJoin("presence", "presence.memberId", "availability.memberId")
    .innerJoin("profile", "profile.memberId", "availability.memberId")
    .where("availability.memberId", "=", memberId)
    .where("availability.endsAt", ">", now)
    .where("profile.isActive", "=", true)
    .where("presence.isHidden", "=", false)
    .where(sql<boolean>`not ${isOnline(now)}`)
    .select("availability.memberId")
    .executeTakeFirst();
  return row !== undefined;
}
