import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import { replicaRead } from "../../../platform/database/replica-reads.ts";

/** One conversation of a member, and up to which number of the member's stream it was cleared. */
export type OwnConversation = { otherId: string; clearedUpTo: number };

/** A page of the conversations of a member, in the order of the other members' ids. */
export const listOwnConversations = replicaRead(
  "conversations of an export",
  (db: Db, ownerId: string, after: string, limit: number): Promise<OwnConversation[]> =>
    db
      .selectFrom("conversation")
      .where("ownerId", "=", ownerId)
      .where("otherId", ">", after)
      .orderBy("otherId")
      .limit(limit)
      .select(["otherId", "clearedUpTo"])
      .execute(),
  (ownerId) => ownerId,
);

type OwnReaction = { isMine: boolean; emoji: string; reactedAt: string };
export type ExportedMessage = {
  seq: number;
  isMine: boolean;
  text: string;
  sentAt: Date;
  readAt: Date | null;
  /** For received messages only: their writer does not learn which warnings the rules found. */
  warnings: string[] | null;
  reactions: OwnReaction[];
};

type Page = { ownerId: string; otherId: string; after: number; limit: number };

/** A page of the messages of one conversation after a number of the owner's stream, the oldest first. */
export const listExportedMessages = replicaRead("messages of an export", findMessages, ({ ownerId }) => ownerId);

async function findMessages(db: Db, { ownerId, otherId, after, limit }: Page): Promise<ExportedMessage[]> {
  const { rows } = await sql<ExportedMessage>`
    select page.seq, page.is_mine, page.text, page.sent_at, page.read_at, page.warnings, array(
      select json_build_object('isMine', member_id = ${ownerId}, 'emoji', emoji, 'reactedAt', reacted_at)
      from reaction where message_id = page.id order by reacted_at
    ) as reactions
    from (
      (
        select id, sender_seq as seq, true as is_mine, text, sent_at, read_at, null::text[] as warnings
        from message where sender_id = ${ownerId} and recipient_id = ${otherId} and sender_seq > ${after}
        order by sender_seq limit ${limit}
      ) union all (
        select id, recipient_seq, false, text, sent_at, read_at, warnings
        from message where recipient_id = ${ownerId} and sender_id = ${otherId} and recipient_seq > ${after}
        order by recipient_seq limit ${limit}
      )
      order by seq limit ${limit}
    ) page
    order by page.seq`.execute(db);
  return rows;
}
