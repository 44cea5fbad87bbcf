import { type NotificationType, notificationTypes } from "@caramelo/contract/notifications/types";
import { type Insertable, type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import { type Params, statement } from "../../../platform/database/statement.ts";
import type { Notification } from "../../../platform/database/types.generated.ts";

// The delay gives a member who has the conversation open time to read the message before a push message.
const SEND_AFTER_SECONDS = 5;

export type NewNotification = Omit<Insertable<Notification>, "type" | "dismissedAt">;
type Values = ReturnType<typeof valuesOf>;

const valuesOf = (notifications: NewNotification[]) => ({
  ids: notifications.map(({ id }) => id),
  memberIds: notifications.map(({ memberId }) => memberId),
  actorIds: notifications.map(({ actorId }) => actorId),
  createdAts: notifications.map(({ createdAt }) => createdAt),
});

/**
 * SQL: adds any number of notifications and their jobs in one statement, because every message waits for it. `after`
 * follows the rows to add: a condition or a conflict clause.
 */
const addSql = (
  type: NotificationType,
  { ids, memberIds, actorIds, createdAts }: Values | Params<Values>,
  after: RawBuilder<unknown>,
) => sql`
  with added as (
    insert into notification (id, member_id, actor_id, type, created_at)
    select id, member_id, actor_id, ${sql.lit(type)}, created_at
    from unnest(
      ${ids}::uuid[], ${memberIds}::uuid[], ${actorIds}::uuid[], ${createdAts}::timestamptz[]
    ) as new (id, member_id, actor_id, created_at)
    ${after}
    -- A row that existed before was locked by this transaction: its xmax is not 0.
    returning id, member_id, created_at, xmax = 0 as is_new
  )
  select add_app_job(
    'plan-external-notifications', json_build_object('id', added.id), null,
    added.created_at + make_interval(secs => ${sql.lit(SEND_AFTER_SECONDS)}))
  from added left join member_setting setting on setting.member_id = added.member_id
  where ${isWantedOutside(type)}`;

/**
 * SQL: whether an added notification is new and its member can be reached outside the product, by a subscribed browser
 * or by mail. Without a row of settings the defaults hold: push messages and no mails.
 */
function isWantedOutside(type: NotificationType): RawBuilder<unknown> {
  const { pushSetting, mailSetting, hasOwnMail } = notificationTypes[type];
  if (hasOwnMail) return sql`false`;
  return sql`added.is_new and (
    ${sql.ref(`setting.${mailSetting}`)} <> 'never'
    or coalesce(${sql.ref(`setting.${pushSetting}`)}, true) and exists (
      select from push_subscription subscription join session on session.id = subscription.session_id
      where subscription.member_id = added.member_id
        and session.ended_at is null and session.expires_at > added.created_at))`;
}

export async function addNotifications(
  db: Db,
  type: NotificationType,
  notifications: NewNotification[],
  conflict: RawBuilder<unknown> = sql``,
): Promise<void> {
  await addSql(type, valuesOf(notifications), conflict).execute(db);
}

/**
 * SQL: adds nothing while a waiting notification of the same person is younger than an hour and not yet in a mail. An
 * older one gets a new time, so that the next mail contains it. The streams must be locked.
 */
const unlessOneWaits = sql`
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
  do update set created_at = excluded.created_at`;

const upsert = statement((params: Params<Values>) => addSql("message", params, unlessOneWaits));

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
  await upsert(db, valuesOf(notifications.map((notification) => ({ ...notification, createdAt: now }))));
}
