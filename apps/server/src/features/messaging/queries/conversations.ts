import type { Db } from "../../../platform/database/database.ts";

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
