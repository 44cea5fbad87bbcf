import { type Insertable, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { isAfterCursor, type PageCursor } from "../../platform/database/page-cursor.ts";
import type { Block } from "../../platform/database/types.generated.ts";

/** Adds a block; false when it existed already. The streams of both members must be locked. */
export async function addBlock(db: Db, block: Insertable<Block>): Promise<boolean> {
  const { blockerId, blockedId } = block;
  const addedBlock = await db
    .insertInto("block")
    .values(block)
    .onConflict((conflict) => conflict.doNothing())
    .returning("blockedId")
    .executeTakeFirst();
  if (!addedBlock) return false;
  const pairs = [
    { viewerId: blockerId, otherId: blockedId },
    { viewerId: blockedId, otherId: blockerId },
  ];
  await db
    .insertInto("hiddenPair")
    .values(pairs)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

/** Removes a member's own block; false when there was none. The streams of both members must be locked. */
export async function removeBlock(db: Db, blockerId: string, blockedId: string): Promise<boolean> {
  const removedBlock = await db
    .deleteFrom("block")
    .where("blockerId", "=", blockerId)
    .where("blockedId", "=", blockedId)
    .returning("blockedId")
    .executeTakeFirst();
  if (!removedBlock) return false;
  // The two stay hidden from each other while the other member's block exists.
  if (!(await hasBlocked(db, blockedId, blockerId))) await removeHiddenPair(db, blockerId, blockedId);
  return true;
}

async function removeHiddenPair(db: Db, oneId: string, otherId: string): Promise<void> {
  await sql`
    delete from hidden_pair
    where (viewer_id, other_id) in ((${oneId}::uuid, ${otherId}::uuid), (${otherId}::uuid, ${oneId}::uuid))`.execute(
    db,
  );
}

export async function hasBlocked(db: Db, blockerId: string, blockedId: string): Promise<boolean> {
  const row = await db
    .selectFrom("block")
    .where("blockerId", "=", blockerId)
    .where("blockedId", "=", blockedId)
    .select("createdAt")
    .executeTakeFirst();
  return row !== undefined;
}

type Page = { before: PageCursor | undefined; limit: number };

/** The members whom a member blocked, active or not, the latest first, with their names at the time of the block. */
export function listBlocks(db: Db, blockerId: string, { before, limit }: Page) {
  return db
    .selectFrom("block")
    .where("block.blockerId", "=", blockerId)
    .where(isAfterCursor(before, "createdAt", "blockedId"))
    .orderBy("block.createdAt", "desc")
    .orderBy("block.blockedId", "desc")
    .limit(limit)
    .select(["block.blockedId as id", "block.blockedName as name", "block.createdAt as at"])
    .execute();
}
