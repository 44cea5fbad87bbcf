import { DEVICES_MAX } from "@caramelo/contract/limits";
import { type Insertable, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { PushSubscription } from "../../../platform/database/types.generated.ts";
import { isOnline } from "../../presence/fragment-queries.ts";

/** Only subscriptions of a session that has not ended: a browser that is signed out gets no push messages. */
function selectActiveSubscriptions(db: Db, memberId: string, now: Date) {
  return db
    .selectFrom("pushSubscription")
    .innerJoin("session", "session.id", "pushSubscription.sessionId")
    .where("pushSubscription.memberId", "=", memberId)
    .where("session.endedAt", "is", null)
    .where("session.expiresAt", ">", now)
    .select(["pushSubscription.endpoint", "pushSubscription.p256dh", "pushSubscription.auth"]);
}

/** The latest DEVICES_MAX subscriptions, so that a member with many sessions does not get that many push messages. */
export function listSubscriptions(db: Db, memberId: string, now: Date) {
  return selectActiveSubscriptions(db, memberId, now)
    .orderBy("pushSubscription.createdAt", "desc")
    .limit(DEVICES_MAX)
    .execute();
}

/** A member's subscription of one browser; undefined also when another member uses the browser by now. */
export function findSubscription(db: Db, { endpoint, memberId }: { endpoint: string; memberId: string }, now: Date) {
  return selectActiveSubscriptions(db, memberId, now)
    .where("pushSubscription.endpoint", "=", endpoint)
    .executeTakeFirst();
}

/**
 * Saves a subscription. Another member who had this endpoint used the same browser and gets no more push messages
 * there.
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
      conflict
        .column("endpoint")
        .doUpdateSet(({ ref }) => ({
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

/** Removes a subscription that its push service reported as gone, unless the browser subscribed again meanwhile. */
export async function removeDeadSubscription(db: Db, { endpoint, auth }: { endpoint: string; auth: string }) {
  await db.deleteFrom("pushSubscription").where("endpoint", "=", endpoint).where("auth", "=", auth).execute();
}

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
