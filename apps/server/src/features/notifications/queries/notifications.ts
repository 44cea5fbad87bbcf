import { NOTIFICATION_TYPES, notificationTypes } from "@caramelo/contract/notifications/types";
import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { NewNotification } from "../notification-fragment-queries.ts";
import { addNotifications } from "./add-notifications.ts";

/** Notifies a member of a favourite, unless a notification of the same person was added after `since`. */
export async function addFavoriteNotification(db: Db, notification: NewNotification, since: Date): Promise<void> {
  const { memberId, actorId } = notification;
  const { rows } = await sql`
    select from notification
    where member_id = ${memberId} and actor_id = ${actorId} and type = 'favorite' and created_at > ${since}
    limit 1`.execute(db);
  if (rows.length === 0) await addNotifications(db, "favorite", [notification]);
}

/** Whether two members have ever matched before: the notifications of matches are never removed. */
export async function hasMatched(db: Db, memberId: string, actorId: string): Promise<boolean> {
  const row = await db
    .selectFrom("notification")
    .where("memberId", "=", memberId)
    .where("actorId", "=", actorId)
    // The type is a literal, so that the planner finds the index of matches.
    .where(sql<boolean>`type = 'match'`)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Notifies members of a match, unless the pair was ever notified before. */
export async function addMatchNotifications(db: Db, notifications: NewNotification[]): Promise<void> {
  await addNotifications(db, "match", notifications, sql`on conflict do nothing`);
}

/** Dismisses the notification of one person's messages. Call it when none of the messages is unread. */
export async function dismissMessageNotification(db: Db, memberId: string, actorId: string, now: Date): Promise<void> {
  await db
    .updateTable("notification")
    .set({ dismissedAt: now })
    .where("memberId", "=", memberId)
    .where("actorId", "=", actorId)
    .where("type", "=", "message")
    .where("dismissedAt", "is", null)
    .execute();
}

// The types are literals, so that the planner finds the index.
const KEPT_TYPES = sql.join(
  NOTIFICATION_TYPES.filter((type) => notificationTypes[type].isKept).map((type) => sql.lit(type)),
);

export const removeOldNotificationsSql = (day: Date, limit: number) => sql`
  delete from notification where id in (
    select id from notification where created_at < ${day} and type not in (${KEPT_TYPES})
    order by created_at limit ${limit} for update skip locked
  )`;
