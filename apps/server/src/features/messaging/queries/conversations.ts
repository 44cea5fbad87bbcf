import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";

/** One side's row; undefined when the two never wrote to each other. */
export function findConversation(db: Db, ownerId: string, otherId: string) {
  return db
    .selectFrom("conversation")
    .where("ownerId", "=", ownerId)
    .where("otherId", "=", otherId)
    .select(["lastSeq", "unread", "readUpTo", "clearedUpTo"])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom("hiddenPair").where("viewerId", "=", ownerId).where("otherId", "=", otherId).select("viewerId"),
      ).as("isHidden"),
    )
    .executeTakeFirst();
}

/** How much one member received from another after a place of the receiver's stream. */
export async function countReceived(db: Db, memberId: string, peerId: string, after: number): Promise<number> {
  const { count } = await db
    .selectFrom("message")
    .where("recipientId", "=", memberId)
    .where("senderId", "=", peerId)
    .where("recipientSeq", ">", after)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

type Marks = { changedSeq: number; unread?: number; readUpTo?: number; clearedUpTo?: number };

/** Notes what changed on one side. */
export async function changeConversation(db: Db, ownerId: string, otherId: string, marks: Marks): Promise<void> {
  await db
    .updateTable("conversation")
    .set(marks)
    .where("ownerId", "=", ownerId)
    .where("otherId", "=", otherId)
    .execute();
}

/** All that members have not read, where they could see it. Members without any are left out. */
export async function listUnreadTotals(db: Db, memberIds: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ ownerId: string; total: number }>`
    select owner_id, sum(unread)::int as total from conversation
    where owner_id = any(${memberIds}::uuid[]) and unread > 0
      and not exists (
        select from hidden_pair where viewer_id = conversation.owner_id and other_id = conversation.other_id
      )
    group by owner_id`.execute(db);
  return new Map(rows.map(({ ownerId, total }) => [ownerId, total]));
}
