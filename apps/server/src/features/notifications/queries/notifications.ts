import { NOTIFICATION_TYPES, type NotificationType, notificationTypes } from "@caramelo/contract/notifications/types";
import { type Insertable, type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import { type Places, statement } from "../../../platform/database/statement.ts";
import type { Notification } from "../../../platform/database/types.generated.ts";
import {
  addedWithSettings,
  insertMessageNotificationsSql,
  insertNotificationsSql,
  isWantedOutside,
  type NotificationValues,
  planExternalSql,
  valuesOfNotifications,
} from "../fragment-queries.ts";

type New = Omit<Insertable<Notification>, "type" | "dismissedAt">;

/** Notifies a member of a favourite, unless a notification of the same person was added after `since`. */
export async function addFavoriteNotification(db: Db, notification: New, since: Date): Promise<void> {
  const { memberId, actorId } = notification;
  const { rows } = await sql`
    select from notification
    where member_id = ${memberId} and actor_id = ${actorId} and type = 'favorite' and created_at > ${since}
    limit 1`.execute(db);
  if (rows.length === 0) await addNotifications(db, "favorite", [notification]);
}

/** Whether two members have matched before, however long ago: the notifications of matches are kept. */
export async function hasMatched(db: Db, memberId: string, actorId: string): Promise<boolean> {
  const row = await db
    .selectFrom("notification")
    .where("memberId", "=", memberId)
    .where("actorId", "=", actorId)
    // A literal, so that the planner finds the index of matches.
    .where(sql<boolean>`type = 'match'`)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Notifies members of a match; each pair is notified once, ever. */
export async function addMatchNotifications(db: Db, notifications: New[]): Promise<void> {
  await addNotifications(db, "match", notifications, sql`on conflict do nothing`);
}

/** `id` is the id of the notification, unless an undismissed one exists already. */
type MessageNotification = { id: string; memberId: string; actorId: string };

/** All messages of a person that wait share one notification: the next push or mail comes after they were read. */
export async function upsertMessageNotifications(
  db: Db,
  notifications: MessageNotification[],
  now: Date,
): Promise<void> {
  await upsert(db, valuesOfNotifications(notifications.map((one) => ({ ...one, createdAt: now }))));
}

export async function addNotifications(
  db: Db,
  type: NotificationType,
  notifications: New[],
  conflict: RawBuilder<unknown> = sql``,
): Promise<void> {
  const values = valuesOfNotifications(notifications);
  const places = {
    notificationIds: sql.val(values.notificationIds),
    notifiedIds: sql.val(values.notifiedIds),
    actorIds: sql.val(values.actorIds),
    createdAts: sql.val(values.createdAts),
  };
  await addSql(type, places, conflict).execute(db);
}

/**
 * SQL: adds notifications. It is one statement, however many there are, because every message that is sent waits for it.
 * Members who can be reached outside of the product, by a browser that subscribed or by mail, get a job for each new
 * notification; without a row of settings the defaults hold, which are push messages and no mails.
 */
function addSql(type: NotificationType, places: Places<NotificationValues>, conflict: RawBuilder<unknown>) {
  return sql`
    with added as (${insertNotificationsSql(type, places, conflict)})
    select ${planExternalSql} from ${addedWithSettings} where ${isWantedOutside(type)}`;
}

const upsertSql = (places: Places<NotificationValues>) => sql`
  with added as (${insertMessageNotificationsSql(places)})
  select ${planExternalSql} from ${addedWithSettings} where ${isWantedOutside("message")}`;
const upsert = statement(upsertSql);

/** Dismisses the notification of one person's messages, once none of them is unread. */
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

/** The types that are kept stay. They are literals so that the planner finds the index. */
export async function removeOldNotifications(db: Db, day: Date, limit: number): Promise<number> {
  const kept = NOTIFICATION_TYPES.filter((type) => notificationTypes[type].isKept);
  const { numAffectedRows } = await sql`
    delete from notification where id in (
      select id from notification where created_at < ${day} and type not in (${sql.join(kept.map((type) => sql.lit(type)))})
      order by created_at limit ${limit} for update skip locked
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}
