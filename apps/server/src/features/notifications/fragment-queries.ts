import { type NotificationType, notificationTypes } from "@caramelo/contract/notifications/types";
import { type RawBuilder, sql } from "kysely";
import type { Places } from "../../platform/database/statement.ts";

// A member who has the conversation open has read the message by then, and none of their phones rings.
const SEND_AFTER_SECONDS = 5;

export type NotificationValues = {
  notificationIds: string[];
  notifiedIds: string[];
  actorIds: string[];
  createdAts: (Date | string)[];
};

type New = { id: string; memberId: string; actorId: string; createdAt: Date | string };

export function valuesOfNotifications(notifications: New[]): NotificationValues {
  return {
    notificationIds: notifications.map(({ id }) => id),
    notifiedIds: notifications.map(({ memberId }) => memberId),
    actorIds: notifications.map(({ actorId }) => actorId),
    createdAts: notifications.map(({ createdAt }) => createdAt),
  };
}

/** SQL: adds notifications of one type and answers what it wrote. `after` ends the list of what is added. */
export const insertNotificationsSql = (
  type: NotificationType,
  { notificationIds, notifiedIds, actorIds, createdAts }: Places<NotificationValues>,
  after: RawBuilder<unknown>,
) => sql`
  insert into notification (id, member_id, actor_id, type, created_at)
  select id, member_id, actor_id, ${sql.lit(type)}, created_at
  from unnest(
    ${notificationIds}::uuid[], ${notifiedIds}::uuid[], ${actorIds}::uuid[], ${createdAts}::timestamptz[]
  ) as new (id, member_id, actor_id, created_at)
  ${after}
  -- A row that existed before was locked by this transaction: its xmax is not 0.
  returning id, member_id, created_at, xmax = 0 as is_new`;

/**
 * SQL: notifies members of messages. One that waits already is left alone while it is younger than an hour and in no mail yet;
 * else its time moves on, so that the next mail has it. The streams must be locked.
 */
export const insertMessageNotificationsSql = (places: Places<NotificationValues>) =>
  insertNotificationsSql(
    "message",
    places,
    sql`
      where not exists (
        select from notification waiting
        where waiting.member_id = new.member_id and waiting.actor_id = new.actor_id
          and waiting.type = 'message' and waiting.dismissed_at is null
          and waiting.created_at > new.created_at - interval '1 hour'
          and waiting.created_at > coalesce((
            select greatest(mailed_at, daily_mailed_at) from member_setting
            where member_setting.member_id = new.member_id), '-infinity')
        -- Each is looked up: a plan from when hardly any waited would read all that wait.
        offset 0
      )
      on conflict (member_id, actor_id) where type = 'message' and dismissed_at is null
      do update set created_at = excluded.created_at`,
  );

/** SQL: the notifications of `added`, with what their members chose. */
export const addedWithSettings = sql`added left join member_setting setting on setting.member_id = added.member_id`;

/** SQL: enqueues the job that tells a member of `added` outside of the product. */
export const planExternalSql = sql`add_app_job(
  'plan-external-notifications', json_build_object('id', added.id), null,
  added.created_at + make_interval(secs => ${sql.lit(SEND_AFTER_SECONDS)}))`;

/**
 * SQL: whether what was added is new, and its member can be reached outside of the product, by a browser that subscribed or by
 * mail; without a row of settings the defaults hold, which are push messages and no mails.
 */
export function isWantedOutside(type: NotificationType): RawBuilder<unknown> {
  const { pushSetting, mailSetting, hasOwnMail } = notificationTypes[type];
  if (hasOwnMail) return sql`false`;
  return sql`added.is_new and (
    ${sql.ref(`setting.${mailSetting}`)} <> 'never'
    or coalesce(${sql.ref(`setting.${pushSetting}`)}, true) and exists (
      select from push_subscription subscription join session on session.id = subscription.session_id
      where subscription.member_id = added.member_id
        and session.ended_at is null and session.expires_at > added.created_at))`;
}
