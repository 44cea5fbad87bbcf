import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";

/** The sender of a notice. Until `isConfirmed`, anybody may have typed the mailbox. */
export type Sender = {
  mailbox: string;
  network: Buffer;
  /** The member in whose session it was sent. */
  memberId: string | null;
  isConfirmed: boolean;
};

/** Makes notices of one sender wait for each other. All locks are taken in one order, so there is no deadlock. */
export async function lockSenders(db: Db, senders: readonly Sender[]): Promise<void> {
  const keys = senders.flatMap(({ mailbox, network, memberId }) => [mailbox, network.toString("hex"), memberId ?? ""]);
  await sql`
    select pg_advisory_xact_lock(hashtextextended('notice ' || key, 0))
    from (select distinct unnest(${keys}::text[]) as key order by 1) as sorted where key <> ''`.execute(db);
}

type Target = { memberId: string; photoId: string | null };

/**
 * Whether a sender's notices have hidden enough. Each mailbox, network address and member can hide one thing until it
 * is reviewed, and nothing of a member about whom staff have refused a notice of the same sender. An unconfirmed sender
 * can hide neither a second photo of a member, because a profile must not vanish photo by photo, nor a photo that staff
 * have reviewed. Unconfirmed notices of others under a confirmed mailbox do not count against it. The senders must be
 * locked.
 */
export async function hasHiddenEnough(db: Db, sender: Sender, { memberId, photoId }: Target): Promise<boolean> {
  const { mailbox, network, memberId: senderId, isConfirmed } = sender;
  const isSameSender = sql`(
    notice.sender_network = ${network}
    or notice.sender_mailbox = ${mailbox} and (notice.confirmed_at is not null or not ${isConfirmed}::boolean)
    or notice.sender_id = ${senderId}::uuid
  )`;
  const { rows } = await sql<{ isEnough: boolean }>`
    select exists (
      select from notice where has_hidden and status = 'pending' and ${isSameSender}
    ) or exists (
      select from notice where member_id = ${memberId} and status = 'refused' and ${isSameSender}
    ) or not ${isConfirmed}::boolean and exists (
      select from notice left join automatic_hide hide on hide.id = notice.id
      where notice.member_id = ${memberId} and (
        notice.photo_id <> ${photoId}::uuid and has_hidden and status = 'pending'
        or notice.photo_id = ${photoId}::uuid and (status = 'refused' or hide.ended_at is not null)
      )
    ) as is_enough`.execute(db);
  return rows[0]?.isEnough ?? false;
}

const SECONDS_MAX = 10;

/**
 * Waiting notices about the same photo from guests with another mailbox and network address, the oldest first, without
 * those sent above an hourly limit.
 */
export async function listSeconds(db: Db, { memberId, photoId }: Target, { mailbox, network }: Sender) {
  const rows = await db
    .selectFrom("notice")
    .where("memberId", "=", memberId)
    .where("photoId", "=", photoId)
    .where("status", "=", "pending")
    .where("kind", "<>", "other")
    .where("hasHidden", "=", false)
    .where("senderId", "is", null)
    .where("brakedAt", "is", null)
    .where("senderMailbox", "<>", mailbox)
    .where("senderNetwork", "<>", network)
    .orderBy("receivedAt")
    .limit(SECONDS_MAX)
    .select(["id", "senderMailbox", "senderNetwork", "confirmedAt"])
    .execute();
  return rows.flatMap(({ id, senderMailbox, senderNetwork, confirmedAt }) =>
    senderMailbox === null || senderNetwork === null
      ? []
      : [{ id, mailbox: senderMailbox, network: senderNetwork, memberId: null, isConfirmed: confirmedAt !== null }],
  );
}
