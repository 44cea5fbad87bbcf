import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { isReachable } from "./fragment-queries.ts";

/** The owner's row of a conversation; undefined when the two never wrote to each other. */
export function findConversation(db: Db, ownerId: string, otherId: string) {
  return db
    .selectFrom("conversation")
    .where("ownerId", "=", ownerId)
    .where("otherId", "=", otherId)
    .select(["lastSeq", "isLastMine", "unread", "readUpTo", "clearedUpTo"])
    .select(isReachable(ownerId, otherId).as("isReachable"))
    .executeTakeFirst();
}

type Changes = { changedSeq: number; unread?: number; readUpTo?: number; clearedUpTo?: number; lastReadAt?: Date };

export async function changeConversation(db: Db, ownerId: string, otherId: string, changes: Changes): Promise<void> {
  await db
    .updateTable("conversation")
    .set(changes)
    .where("ownerId", "=", ownerId)
    .where("otherId", "=", otherId)
    .execute();
}

/** Returns the members who have not read everything that some of these members wrote to them. */
export async function listReaders(db: Db, memberIds: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("conversation as own")
    .innerJoin("conversation as theirs", (join) =>
      join.onRef("theirs.ownerId", "=", "own.otherId").onRef("theirs.otherId", "=", "own.ownerId"),
    )
    .where("own.ownerId", "=", sql<string>`any(${memberIds}::uuid[])`)
    .where("theirs.unread", ">", 0)
    .select("theirs.ownerId")
    .execute();
  return rows.map(({ ownerId }) => ownerId);
}
