import { NOTIFICATIONS_MAX } from "@caramelo/contract/limits";
import { type BellType, NOTIFICATION_TYPES, notificationTypes } from "@caramelo/contract/notifications/types";
import { sql } from "kysely";
import { isVisiblePair } from "../../../base/members/pair-fragment-queries.ts";
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

const readCount = statement(
  ({ memberId }: Params<{ memberId: string }>) => sql<{ waiting: number }>`
    select count(*)::int as waiting from (
      select from notification n join profile actor on actor.member_id = n.actor_id
      where n.member_id = ${memberId} and ${isInBell}
      limit ${COUNT_MAX}
    ) waiting`,
);

/** How many notifications stand in the bell, up to 100. */
export async function countWaiting(db: Db, memberId: string): Promise<number> {
  const [row] = await readCount(db, { memberId });
  return row?.waiting ?? 0;
}

type WaitingNotification = { id: string; type: BellType; createdAt: Date; actorId: string };

/** Each row also has the number of all notifications in the bell. */
const readBell = statement(
  ({ memberId }: Params<{ memberId: string }>) => sql<WaitingNotification & { unread: number }>`
    with bell as materialized (
      select n.id, n.type, n.created_at, n.actor_id
      from notification n join profile actor on actor.member_id = n.actor_id
      where n.member_id = ${memberId} and ${isInBell}
      order by n.created_at desc, n.id limit ${COUNT_MAX}
    )
    select bell.*, (select count(*)::int from bell) as unread
    from bell order by created_at desc, id limit ${sql.lit(NOTIFICATIONS_MAX)}`,
);

/** The latest notifications of the bell, and how many stand in it, up to 100. */
export async function findBell(db: Db, memberId: string): Promise<{ waiting: WaitingNotification[]; unread: number }> {
  const waiting = await readBell(db, { memberId });
  return { waiting, unread: waiting[0]?.unread ?? 0 };
}

/** Dismisses a member's notification for good; false when it is not theirs, or of a type that the bell never shows. */
export async function dismissNotification(db: Db, memberId: string, id: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable("notification")
    .set(({ fn, ref, val }) => ({ dismissedAt: fn.coalesce(ref("dismissedAt"), val(now)) }))
    .where("id", "=", id)
    .where("memberId", "=", memberId)
    .where(sql<boolean>`type not in (${outsideBell})`)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
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
