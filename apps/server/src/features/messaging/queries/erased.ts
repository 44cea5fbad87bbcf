import type { Db } from "../../../platform/database/database.ts";

/** Those of these members whose accounts are erased. */
export async function listErased(db: Db, memberIds: string[]): Promise<string[]> {
  if (memberIds.length === 0) return [];
  const rows = await db
    .selectFrom("erasure")
    .where("memberId", "in", memberIds)
    .where("begunAt", "is not", null)
    .select("memberId")
    .execute();
  return rows.map(({ memberId }) => memberId);
}

/** Whether a member has a conversation with somebody whose account is erased. */
export async function isErasedPeer(db: Db, memberId: string, peerId: string): Promise<boolean> {
  const row = await db
    .selectFrom("conversation")
    .innerJoin("erasure", "erasure.memberId", "conversation.otherId")
    .where("conversation.ownerId", "=", memberId)
    .where("conversation.otherId", "=", peerId)
    .where("erasure.begunAt", "is not", null)
    .select("conversation.ownerId")
    .executeTakeFirst();
  return row !== undefined;
}
