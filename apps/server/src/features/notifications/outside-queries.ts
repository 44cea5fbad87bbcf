import { DEVICES_MAX } from "@caramelo/contract/limits";
import { type Insertable, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { PushSubscription } from "../../platform/database/types.generated.ts";

const NIL_ID = "00000000-0000-0000-0000-000000000000";
const NAMES_MAX = 5;

/** Columns of what a member set for news outside; all null without a row, as a left join gives them. */
const SETTINGS = [
  "memberSetting.mailMessages",
  "memberSetting.mailFavorites",
  "memberSetting.mailVisits",
  "memberSetting.hasPushMessages",
  "memberSetting.hasPushNews",
  "memberSetting.hasNamesOutside",
] as const;

/** A notification that still waits, between active members who are not hidden from each other. */
export function findNoteOutside(db: Db, id: string) {
  return db
    .selectFrom("notification")
    .innerJoin("profile as recipient", "recipient.memberId", "notification.memberId")
    .innerJoin("profile as actor", "actor.memberId", "notification.actorId")
    .leftJoin("memberSetting", "memberSetting.memberId", "notification.memberId")
    .where("notification.id", "=", id)
    .where("notification.dismissedAt", "is", null)
    .where("recipient.isActive", "=", true)
    .where("actor.isActive", "=", true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("hiddenPair")
            .whereRef("hiddenPair.viewerId", "=", "notification.memberId")
            .whereRef("hiddenPair.otherId", "=", "notification.actorId")
            .select("hiddenPair.otherId"),
        ),
      ),
    )
    .select(["notification.memberId", "notification.actorId", "notification.type", "notification.createdAt"])
    .select(["actor.name as actorName", "memberSetting.mailedAt", ...SETTINGS])
    .executeTakeFirst();
}

/** Push messages go to a browser as long as its session lasts. */
function selectLiveSubscriptions(db: Db, memberId: string, now: Date) {
  return db
    .selectFrom("pushSubscription")
    .innerJoin("session", "session.id", "pushSubscription.sessionId")
    .where("pushSubscription.memberId", "=", memberId)
    .where("session.endedAt", "is", null)
    .where("session.expiresAt", ">", now)
    .select(["pushSubscription.endpoint", "pushSubscription.p256dh", "pushSubscription.auth"]);
}

/** The latest of them: whoever signs in without end is not rung without end. */
export function listSubscriptions(db: Db, memberId: string, now: Date) {
  return selectLiveSubscriptions(db, memberId, now)
    .orderBy("pushSubscription.createdAt", "desc")
    .limit(DEVICES_MAX)
    .execute();
}

/** Undefined too when the browser has become another member's since. */
export function findSubscription(db: Db, { endpoint, memberId }: { endpoint: string; memberId: string }, now: Date) {
  return selectLiveSubscriptions(db, memberId, now)
    .where("pushSubscription.endpoint", "=", endpoint)
    .executeTakeFirst();
}

/**
 * Keeps the one subscription of a session's browser. Whoever held this endpoint before shares the browser and no longer
 * hears of anything there.
 */
export async function saveSubscription(db: Db, subscription: Insertable<PushSubscription>): Promise<void> {
  const { sessionId, endpoint } = subscription;
  await db
    .deleteFrom("pushSubscription")
    .where("sessionId", "=", sessionId)
    .where("endpoint", "<>", endpoint)
    .execute();
  await db
    .insertInto("pushSubscription")
    .values(subscription)
    .onConflict((conflict) =>
      conflict.column("endpoint").doUpdateSet(({ ref }) => ({
        sessionId: ref("excluded.sessionId"),
        memberId: ref("excluded.memberId"),
        p256dh: ref("excluded.p256dh"),
        auth: ref("excluded.auth"),
        createdAt: ref("excluded.createdAt"),
      })),
    )
    .execute();
}

export async function removeSubscription(db: Db, memberId: string, endpoint: string): Promise<void> {
  await db.deleteFrom("pushSubscription").where("endpoint", "=", endpoint).where("memberId", "=", memberId).execute();
}

/** Removes what a push service called gone, unless the browser subscribed anew meanwhile. */
export async function removeDeadSubscription(db: Db, { endpoint, auth }: { endpoint: string; auth: string }) {
  await db.deleteFrom("pushSubscription").where("endpoint", "=", endpoint).where("auth", "=", auth).execute();
}

/** A member who has settings; locked, so that two mails at once become one. */
export function lockReader(db: Db, memberId: string) {
  return db
    .selectFrom("memberSetting")
    .innerJoin("member", "member.id", "memberSetting.memberId")
    .innerJoin("profile", "profile.memberId", "memberSetting.memberId")
    .where("memberSetting.memberId", "=", memberId)
    .select(["member.email", "profile.isActive", "profile.isManaged"])
    .select(["memberSetting.mailedAt", "memberSetting.dailyMailedAt", ...SETTINGS])
    .forNoKeyUpdate("memberSetting")
    .executeTakeFirst();
}

/** Members who want a mail a day, in the order of their ids, after one of them. */
export function listDailyReaders(db: Db, after: string | undefined, limit: number) {
  return db
    .selectFrom("memberSetting")
    .where(sql<boolean>`'daily' in (mail_messages, mail_favorites, mail_visits)`)
    .where("memberId", ">", after ?? NIL_ID)
    .orderBy("memberId")
    .limit(limit)
    .select("memberId")
    .execute();
}

type Type = "profile_view" | "favorite" | "message" | "match";
type News = { type: Type; people: number; names: string[] };

/** How many active people who are not hidden did what, of what waits and came after a moment; the latest first. */
export async function listNews(
  db: Db,
  memberId: string,
  { types, since }: { types: Type[]; since: Date },
): Promise<News[]> {
  const { rows } = await sql<News>`
    select type, count(*)::int as people, (array_agg(name order by at desc))[:${sql.lit(NAMES_MAX)}] as names
    from (
      select n.type, n.actor_id, actor.name, max(n.created_at) as at
      from notification n join profile actor on actor.member_id = n.actor_id
      where n.member_id = ${memberId} and n.type = any(${types}::text[]) and n.dismissed_at is null
        and n.created_at > ${since} and actor.is_active
        and not exists (select from hidden_pair h where h.viewer_id = n.member_id and h.other_id = n.actor_id)
      group by n.type, n.actor_id, actor.name
    ) one
    group by type
    order by max(at) desc, type`.execute(db);
  return rows;
}
