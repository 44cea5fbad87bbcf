import { type Insertable, sql } from "kysely";
import type { Waiting } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import type { PageCursor } from "../../platform/database/page-cursor.ts";
import type { Block, Report } from "../../platform/database/types.generated.ts";

type NewCase = { id: string; reportedId: string; openedAt: Date };

/**
 * Finds the open case about a member, or opens one, and locks it, so that staff cannot close it before the new report is
 * in it.
 */
export async function openCase(db: Db, fresh: NewCase): Promise<string> {
  const { id } = await db
    .insertInto("reportCase")
    .values(fresh)
    .onConflict((conflict) =>
      conflict
        .column("reportedId")
        .where(sql<boolean>`status = 'pending'`)
        // The status stays the same: the update only locks the row and answers it.
        .doUpdateSet((eb) => ({ status: eb.ref("excluded.status") })),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** A member's report with the same reason and details counts once in a case; repeating it changes nothing. */
export async function addReport(db: Db, report: Insertable<Report>): Promise<void> {
  await db
    .insertInto("report")
    .values(report)
    .onConflict((conflict) => conflict.columns(["caseId", "reporterId", "reason", "details", "fileName"]).doNothing())
    .execute();
}

/** Adds a block; false when it existed already. The streams of both members must be locked. */
export async function addBlock(db: Db, block: Insertable<Block>): Promise<boolean> {
  const { blockerId, blockedId } = block;
  const added = await db
    .insertInto("block")
    .values(block)
    .onConflict((conflict) => conflict.doNothing())
    .returning("blockedId")
    .executeTakeFirst();
  if (!added) return false;
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
  const removed = await db
    .deleteFrom("block")
    .where("blockerId", "=", blockerId)
    .where("blockedId", "=", blockedId)
    .returning("blockedId")
    .executeTakeFirst();
  if (!removed) return false;
  // While the other one's block exists, the two stay hidden from each other.
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

/** Whom a member blocked, active or not, the latest first, by the names that they had then. */
export function listBlocks(db: Db, blockerId: string, { before, limit }: Page) {
  return db
    .selectFrom("block")
    .where("block.blockerId", "=", blockerId)
    .$if(before !== undefined, (query) =>
      query.where(
        sql<boolean>`(block.created_at, block.blocked_id) < (${before?.at ?? null}::timestamptz, ${before?.id ?? null}::uuid)`,
      ),
    )
    .orderBy("block.createdAt", "desc")
    .orderBy("block.blockedId", "desc")
    .limit(limit)
    .select(["block.blockedId as id", "block.blockedName as name", "block.createdAt as at"])
    .execute();
}

/** The reports that wait for the team, by case, and the oldest of them. */
export async function findReportWork(db: Db): Promise<Waiting> {
  const { count, oldestAt } = await db
    .selectFrom("reportCase")
    .where("status", "=", "pending")
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.min("openedAt").as("oldestAt")])
    .executeTakeFirstOrThrow();
  return { count: Number(count), oldestAt, oldestId: null };
}
