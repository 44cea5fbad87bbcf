import { isReachable } from "../../../base/members/pair-fragment-queries.ts";
import type { Db } from "../../../platform/database/database.ts";

/** The owner's row of a conversation; undefined when the two never wrote to each other. */
export function findConversation(db: Db, ownerId: string, otherId: string) {
  return db
    .selectFrom("conversation")
    .where("ownerId", "=", ownerId)
    .where("otherId", "=", otherId)
    .select(["lastSeq", "unread", "readUpTo", "clearedUpTo"])
    .select(isReachable(ownerId, otherId).as("isReachable"))
    .executeTakeFirst();
}

/** How many messages a member received from another after a sequence number of the member's stream. */
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

type Changes = { changedSeq: number; unread?: number; readUpTo?: number; clearedUpTo?: number };

export async function changeConversation(db: Db, ownerId: string, otherId: string, changes: Changes): Promise<void> {
  await db
    .updateTable("conversation")
    .set(changes)
    .where("ownerId", "=", ownerId)
    .where("otherId", "=", otherId)
    .execute();
}
