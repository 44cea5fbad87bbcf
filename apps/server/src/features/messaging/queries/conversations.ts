import { type RawBuilder, sql } from "kysely";
import { isReachable } from "../../../base/members/pair-fragment-queries.ts";
import type { Db } from "../../../platform/database/database.ts";

/** The conversation as its owner has it; undefined when the two never wrote to each other. */
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

/** Changes the row of one side. */
export async function changeConversation(db: Db, ownerId: string, otherId: string, changes: Changes): Promise<void> {
  await db
    .updateTable("conversation")
    .set(changes)
    .where("ownerId", "=", ownerId)
    .where("otherId", "=", otherId)
    .execute();
}

/** SQL: how many messages the owner, a column, has not read in the conversations that stand in their list. */
export function countUnread(owner: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(
    select coalesce(sum(conversation.unread), 0)::int from conversation
    where conversation.owner_id = ${owner} and conversation.has_unread
      and ${isReachable(sql.ref("conversation.owner_id"), sql.ref("conversation.other_id"))}
  )`;
}

/** The unread total of each member. */
export async function listUnreadTotals(db: Db, memberIds: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; total: number }>`
    select owner.id, ${countUnread(sql.ref("owner.id"))} as total
    from unnest(${memberIds}::uuid[]) owner (id)`.execute(db);
  return new Map(rows.map(({ id, total }) => [id, total]));
}
