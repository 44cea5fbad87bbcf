import type { Reaction } from "@caramelo/contract/messaging/reactions";
import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { MessageRow, Reactions } from "../rules/views.ts";
import { contextColumns, joinQuotes } from "./messages.ts";

type OwnReaction = { messageId: string; memberId: string };

export async function setReaction(
  db: Db,
  { messageId, memberId }: OwnReaction,
  emoji: Reaction,
  now: Date,
): Promise<void> {
  await db
    .insertInto("reaction")
    .values({ messageId, memberId, emoji, reactedAt: now })
    .onConflict((conflict) =>
      conflict.columns(["messageId", "memberId"]).doUpdateSet({ emoji: sql`excluded.emoji`, reactedAt: now }),
    )
    .execute();
}

export async function removeReaction(db: Db, { messageId, memberId }: OwnReaction): Promise<void> {
  await db.deleteFrom("reaction").where("messageId", "=", messageId).where("memberId", "=", memberId).execute();
}

/** The reactions to messages, by message id; `mine` is the reaction of the message's sender. */
export async function listReactionsToOwn(db: Db, messageIds: string[]): Promise<Map<string, Reactions>> {
  const rows = await db
    .selectFrom("message")
    .leftJoin("reaction as mine", (join) =>
      join.onRef("mine.messageId", "=", "message.id").onRef("mine.memberId", "=", "message.senderId"),
    )
    .leftJoin("reaction as theirs", (join) =>
      join.onRef("theirs.messageId", "=", "message.id").onRef("theirs.memberId", "=", "message.recipientId"),
    )
    .where(({ eb, ref }) => eb(ref("message.id"), "=", sql<string>`any(${messageIds}::uuid[])`))
    .select(["message.id", "mine.emoji as mine", "theirs.emoji as theirs"])
    .execute();
  return new Map(rows.map(({ id, ...reactions }) => [id, reactions]));
}

/**
 * A message as one of its two members, the owner, sees it. `isCleared`: the owner has emptied the conversation since.
 */
export type Side = MessageRow & { ownerId: string; otherId: string; unread: number; isCleared: boolean };

/**
 * Both sides of the message with the number `seq` in the member's stream; empty if it belongs to another conversation.
 */
export async function listSides(db: Db, memberId: string, peerId: string, seq: number): Promise<Side[]> {
  const { rows } = await sql<Side>`
    select owner_id, other_id, unread, page.seq <= cleared_up_to as is_cleared, page.id, page.seq, client_id,
      page.is_mine, page.text, sent_at, read_at, ${contextColumns(sql.ref("page.owner_id"))}
    from (
      select id, side.*, text, sent_at, read_at, reply_to_id, warnings, conversation.unread, cleared_up_to
      from message
      cross join lateral (values
        (sender_id, recipient_id, sender_seq, client_id, true), (recipient_id, sender_id, recipient_seq, null, false)
      ) side (owner_id, other_id, seq, client_id, is_mine)
      join conversation using (owner_id, other_id)
      where (message.sender_id = ${memberId} and message.recipient_id = ${peerId} and message.sender_seq = ${seq})
        or (message.recipient_id = ${memberId} and message.sender_id = ${peerId} and message.recipient_seq = ${seq})
    ) page ${joinQuotes(sql.ref("page.owner_id"))}`.execute(db);
  return rows;
}
