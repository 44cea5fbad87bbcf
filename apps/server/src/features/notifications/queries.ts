import { type Insertable, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { Notification } from "../../platform/database/types.generated.ts";

// Badges end at "99+".
const WAITING_MAX = 100;

type New = Omit<Insertable<Notification>, "type" | "dismissedAt">;

/** Tells a member that somebody favoured them, unless they heard it from the same one after `since`. */
export async function addFavoriteNotification(db: Db, note: New, since: Date): Promise<void> {
  const { rows } = await sql`
    select from notification
    where member_id = ${note.memberId} and actor_id = ${note.actorId} and type = 'favorite' and created_at > ${since}
    limit 1`.execute(db);
  if (rows.length === 0)
    await db
      .insertInto("notification")
      .values({ ...note, type: "favorite" })
      .execute();
}

/** Tells members of a match; each pair hears of it once, ever. */
export async function addMatchNotifications(db: Db, notes: New[]): Promise<void> {
  await db
    .insertInto("notification")
    .values(notes.map((note) => ({ ...note, type: "match" as const })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Tells a member that somebody opened their profile. That it happens once in a while is the visit's to know. */
export async function addVisitNotification(db: Db, note: New): Promise<void> {
  await db
    .insertInto("notification")
    .values({ ...note, type: "profile_view" })
    .execute();
}

/** What the bell counts: notifications that wait, but for messages, from active actors who are not hidden; up to 100. */
export async function countWaiting(db: Db, memberId: string): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from (
      select from notification n join profile actor on actor.member_id = n.actor_id
      where n.member_id = ${memberId} and n.dismissed_at is null and n.type <> 'message' and actor.is_active
        and not exists (select from hidden_pair h where h.viewer_id = n.member_id and h.other_id = n.actor_id)
      limit ${WAITING_MAX}
    ) waiting`.execute(db);
  return rows[0]?.waiting ?? 0;
}

/** `id` is the notification's, unless one waits already. */
type MessageNote = { id: string; memberId: string; actorId: string };

/** Tells members that somebody wrote to them; however many messages wait from one person, one notification says so. */
export async function noteMessages(db: Db, notes: MessageNote[], now: Date): Promise<void> {
  await db
    .insertInto("notification")
    .values(notes.map((note) => ({ ...note, type: "message" as const, createdAt: now })))
    .onConflict((conflict) =>
      conflict
        .columns(["memberId", "actorId"])
        .where(sql<boolean>`type = 'message' and dismissed_at is null`)
        .doUpdateSet((eb) => ({ createdAt: eb.ref("excluded.createdAt") })),
    )
    .execute();
}

/** No message from this person waits any more. */
export async function dismissMessageNote(db: Db, memberId: string, actorId: string, now: Date): Promise<void> {
  await db
    .updateTable("notification")
    .set({ dismissedAt: now })
    .where("memberId", "=", memberId)
    .where("actorId", "=", actorId)
    .where("type", "=", "message")
    .where("dismissedAt", "is", null)
    .execute();
}
