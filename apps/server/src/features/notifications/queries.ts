import { type Insertable, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { Notification } from "../../platform/database/types.generated.ts";

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
