import type { NotificationType } from "@caramelo/contract/notifications/types";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import { statement } from "../../../platform/database/statement.ts";
import {
  addNotificationsSql,
  type NewNotification,
  upsertMessageNotificationsSql,
  valuesOfNotifications,
} from "../notification-fragment-queries.ts";

export async function addNotifications(
  db: Db,
  type: NotificationType,
  notifications: NewNotification[],
  conflict: RawBuilder<unknown> = sql``,
): Promise<void> {
  const parts = addNotificationsSql(type, valuesOfNotifications(notifications), conflict);
  await sql`with ${parts} select count(*) from planned`.execute(db);
}

const upsert = statement(
  (params: Parameters<typeof upsertMessageNotificationsSql>[0]) =>
    sql`with ${upsertMessageNotificationsSql(params)} select count(*) from planned`,
);

/** `id` is the id of the notification, unless an undismissed one exists already. */
type MessageNotification = { id: string; memberId: string; actorId: string };

/**
 * All unread messages of one person share one notification. Until they are read, later ones plan no push message and no
 * mail.
 */
export async function upsertMessageNotifications(
  db: Db,
  notifications: MessageNotification[],
  now: Date,
): Promise<void> {
  await upsert(db, valuesOfNotifications(notifications.map((notification) => ({ ...notification, createdAt: now }))));
}
