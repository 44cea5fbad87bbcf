import { NOTIFICATIONS_MAX } from "@caramelo/contract/limits";
import { type BellType, NOTIFICATION_TYPES, notificationTypes } from "@caramelo/contract/notifications/types";
import { type RawBuilder, sql } from "kysely";
import { isVisiblePair } from "../../../base/pairs/fragment-queries.ts";
import type { Db } from "../../../platform/database/database.ts";
import { type Params, statement } from "../../../platform/database/statement.ts";

// From this count on, the badge shows "99+".
const COUNT_MAX = sql.lit(100);

// The types are literals, so that the planner finds the partial index of the bell.
const outsideBell = sql.join(
  NOTIFICATION_TYPES.filter((type) => !notificationTypes[type].isInBell).map((type) => sql.lit(type)),
);

/** SQL: the notification `n` is undismissed and belongs in the bell, and its `actor` is active and not hidden. */
const isInBell = sql<boolean>`
  n.dismissed_at is null and n.type not in (${outsideBell}) and actor.is_active
  and ${isVisiblePair(sql.ref("n.member_id"), sql.ref("n.actor_id"))}`;

const fromStaff = sql.join(
  NOTIFICATION_TYPES.filter((type) => notificationTypes[type].isFromStaff).map((type) => sql.lit(type)),
);

/**
 * SQL: what one row of the bell groups: all notifications of one person, or one type of the staff's notices. Members
 * never learn which staff member wrote, so notices are not grouped by author.
 */
const rowKey = sql`case when n.type in (${fromStaff}) then n.type else n.actor_id::text end`;

/**
 * Maximum notifications that make up the rows: ten for each row of a full list. More of them get their own rows once
 * these are dismissed.
 */
const GROUPED_MAX = sql.lit(10 * NOTIFICATIONS_MAX);

const latestOf = (memberId: RawBuilder<string>) => sql`
  select n.id, n.type, n.created_at, n.actor_id, ${rowKey} as row_key
  from notification n join profile actor on actor.member_id = n.actor_id
  where n.member_id = ${memberId} and ${isInBell}
  order by n.created_at desc, n.id limit ${GROUPED_MAX}`;

const readCount = statement(
  ({ memberId }: Params<{ memberId: string }>) => sql<{ waiting: number }>`
    select least(count(distinct row_key), ${COUNT_MAX})::int as waiting from (${latestOf(memberId)}) latest`,
);

/** How many rows the bell has, up to 100. */
export async function countWaiting(db: Db, memberId: string): Promise<number> {
  const [row] = await readCount(db, { memberId });
  return row?.waiting ?? 0;
}

/** A row of the bell: its latest notification, the types of all of them, in any order, and how many there are. */
type WaitingRow = { id: string; types: BellType[]; count: number; createdAt: Date; actorId: string };

/** Each row also has the number of all rows in the bell. */
const readBell = statement(
  ({ memberId }: Params<{ memberId: string }>) => sql<WaitingRow & { unread: number }>`
    with latest as materialized (${latestOf(memberId)}),
    bell as (
      select (array_agg(id order by created_at desc, id))[1] as id,
        (array_agg(actor_id order by created_at desc, id))[1] as actor_id,
        max(created_at) as created_at, array_agg(distinct type) as types, count(*)::int as count
      from latest group by row_key
    )
    select bell.*, least(count(*) over (), ${COUNT_MAX})::int as unread
    from bell order by created_at desc, id limit ${sql.lit(NOTIFICATIONS_MAX)}`,
);

/** The latest rows of the bell, and how many it has, up to 100. */
export async function findBell(db: Db, memberId: string): Promise<{ waiting: WaitingRow[]; unread: number }> {
  const waitingBell = await readBell(db, { memberId });
  return { waiting: waitingBell, unread: waitingBell[0]?.unread ?? 0 };
}

/**
 * Dismisses a row of a member's bell for good: the named notification and the earlier ones of its row, so that later
 * ones stay. Returns false when the notification is not theirs, or of a type that the bell never shows.
 */
export async function dismissRow(db: Db, memberId: string, id: string, now: Date): Promise<boolean> {
  const namedNotification = await db
    .selectFrom("notification")
    .where("id", "=", id)
    .where("memberId", "=", memberId)
    .where(sql<boolean>`type not in (${outsideBell})`)
    .select(["type", "actorId"])
    .executeTakeFirst();
  if (!namedNotification) return false;
  // For a person, their index finds all. Notices have no index by type, so only those that the bell groups are
  // dismissed.
  const isOfRow = notificationTypes[namedNotification.type].isFromStaff
    ? sql`n.id in (
        select ${id}::uuid
        union all select id from (${latestOf(sql`${memberId}`)}) latest where row_key = ${namedNotification.type}
      )`
    : sql`n.actor_id = ${namedNotification.actorId} and n.type not in (${fromStaff})`;
  await sql`
    update notification n set dismissed_at = ${now}
    where n.member_id = ${memberId} and n.dismissed_at is null and n.type not in (${outsideBell})
      and n.created_at <= (select created_at from notification where id = ${id} and member_id = ${memberId})
      and ${isOfRow}`.execute(db);
  return true;
}

export async function dismissAllNotifications(db: Db, memberId: string, now: Date): Promise<void> {
  await db
    .updateTable("notification")
    .set({ dismissedAt: now })
    .where("memberId", "=", memberId)
    .where("dismissedAt", "is", null)
    .where(sql<boolean>`type not in (${outsideBell})`)
    .execute();
}
