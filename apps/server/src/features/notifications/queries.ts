import { type Insertable, type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { Notification } from "../../platform/database/types.generated.ts";

// Badges end at "99+".
const WAITING_MAX = 100;
// Whoever has the conversation open has read by then, and no telephone of theirs rings.
const TELL_AFTER_SECONDS = 5;

type New = Omit<Insertable<Notification>, "type" | "dismissedAt">;
type Type = "profile_view" | "favorite" | "message" | "match";

/** Tells a member that somebody favoured them, unless they heard it from the same one after `since`. */
export async function addFavoriteNotification(db: Db, note: New, since: Date): Promise<void> {
  const { rows } = await sql`
    select from notification
    where member_id = ${note.memberId} and actor_id = ${note.actorId} and type = 'favorite' and created_at > ${since}
    limit 1`.execute(db);
  if (rows.length === 0) await addNotes(db, "favorite", [note]);
}

/** Tells members of a match; each pair hears of it once, ever. */
export async function addMatchNotifications(db: Db, notes: New[]): Promise<void> {
  await addNotes(db, "match", notes, sql`on conflict do nothing`);
}

/** Tells a member that somebody opened their profile. That it happens once in a while is the visit's to know. */
export async function addVisitNotification(db: Db, note: New): Promise<void> {
  await addNotes(db, "profile_view", [note]);
}

/** `id` is the notification's, unless one waits already. */
type MessageNote = { id: string; memberId: string; actorId: string };

/**
 * Tells members that somebody wrote to them; however many messages wait from one person, one notification says so. So
 * it is told outside once: the next push or mail about this person comes when what waits has been read.
 */
export async function noteMessages(db: Db, notes: MessageNote[], now: Date): Promise<void> {
  await addNotes(
    db,
    "message",
    notes.map((note) => ({ ...note, createdAt: now })),
    sql`
      on conflict (member_id, actor_id) where type = 'message' and dismissed_at is null
      do update set created_at = excluded.created_at`,
  );
}

/** Which settings say whether news of a type leaves the house, beside its notification. */
const WISHES: Record<Type, { push: RawBuilder<unknown>; mail: RawBuilder<unknown> }> = {
  message: { push: sql`has_push_messages`, mail: sql`mail_messages` },
  favorite: { push: sql`has_push_news`, mail: sql`mail_favorites` },
  match: { push: sql`has_push_news`, mail: sql`mail_favorites` },
  profile_view: { push: sql`has_push_news`, mail: sql`mail_visits` },
};

/**
 * One statement, however many there are: messages are on their way through it. Members who can be reached outside, by a
 * browser that subscribed or by mail, get a job for what is new; without a row of settings the defaults hold, which are
 * pushes and no mails.
 */
async function addNotes(db: Db, type: Type, notes: New[], conflict: RawBuilder<unknown> = sql``): Promise<void> {
  const { push, mail } = WISHES[type];
  await sql`
    with noted as (
      insert into notification (id, member_id, actor_id, type, created_at)
      select id, member_id, actor_id, ${type}, created_at
      from unnest(
        ${notes.map(({ id }) => id)}::uuid[], ${notes.map(({ memberId }) => memberId)}::uuid[],
        ${notes.map(({ actorId }) => actorId)}::uuid[], ${notes.map(({ createdAt }) => createdAt)}::timestamptz[]
      ) as note (id, member_id, actor_id, created_at)
      ${conflict}
      -- A row that was there before has been locked, and says by whom.
      returning id, member_id, created_at, xmax = 0 as is_new
    )
    select add_product_job(
      'tell-outside', json_build_object('id', noted.id), null,
      noted.created_at + make_interval(secs => ${TELL_AFTER_SECONDS}))
    from noted left join member_setting setting on setting.member_id = noted.member_id
    where noted.is_new and (
      setting.${mail} <> 'never'
      or coalesce(setting.${push}, true) and exists (
        select from push_subscription subscription join session on session.id = subscription.session_id
        where subscription.member_id = noted.member_id
          and session.ended_at is null and session.expires_at > noted.created_at))`.execute(db);
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

/** Active actors who are not hidden; for a query that calls them `actor` and the notification `n`. */
const isShown = sql<boolean>`
  actor.is_active
  and not exists (select from hidden_pair h where h.viewer_id = n.member_id and h.other_id = n.actor_id)`;

/** What the bell counts: notifications that wait, but for messages, from active actors who are not hidden; up to 100. */
export async function countWaiting(db: Db, memberId: string): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from (
      select from notification n join profile actor on actor.member_id = n.actor_id
      where n.member_id = ${memberId} and n.dismissed_at is null and n.type <> 'message' and ${isShown}
      limit ${WAITING_MAX}
    ) waiting`.execute(db);
  return rows[0]?.waiting ?? 0;
}

type Waiting = {
  id: string;
  type: Exclude<Type, "message">;
  createdAt: Date;
  actorId: string;
  name: string;
  fileName: string | null;
};

/** The latest of what the bell counts, with the actor's name and main photo. */
export async function listWaiting(db: Db, memberId: string, limit: number): Promise<Waiting[]> {
  const { rows } = await findWaiting(memberId, limit).execute(db);
  return rows;
}

export function findWaiting(memberId: string, limit: number): RawBuilder<Waiting> {
  return sql<Waiting>`
    select n.id, n.type, n.created_at, n.actor_id, actor.name, photo.file_name
    from notification n
      join profile actor on actor.member_id = n.actor_id
      left join photo on photo.member_id = n.actor_id and photo.position = 0
    where n.member_id = ${memberId} and n.dismissed_at is null and n.type <> 'message' and ${isShown}
    order by n.created_at desc, n.id limit ${limit}`;
}

/** Takes one of a member's notifications from the bell, for good; false when it is not theirs, or a message's. */
export async function dismissNotification(db: Db, memberId: string, id: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable("notification")
    .set(({ fn, ref, val }) => ({ dismissedAt: fn.coalesce(ref("dismissedAt"), val(now)) }))
    .where("id", "=", id)
    .where("memberId", "=", memberId)
    .where("type", "<>", "message")
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
    .where("type", "<>", "message")
    .execute();
}

/** Removes up to `limit` notifications from before a day; answers how many. Matches stay: a pair matches once, ever. */
export async function removeOldNotifications(db: Db, day: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from notification where id in (
      select id from notification where created_at < ${day} and type <> 'match'
      order by created_at limit ${limit} for update skip locked
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}
