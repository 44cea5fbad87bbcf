import { type Insertable, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { Block, Report } from "../../platform/database/types.generated.ts";
import type { PagePlace } from "../../platform/page-place.ts";

type NewCase = { id: string; reportedId: string; openedAt: Date };

/**
 * The open case about a member, opened if there is none, and locked: the team cannot close it before the report that it
 * is asked for stands in it.
 */
export async function openCase(db: Db, fresh: NewCase): Promise<string> {
  const { id } = await db
    .insertInto("reportCase")
    .values(fresh)
    .onConflict((conflict) =>
      conflict
        .column("reportedId")
        .where(sql<boolean>`status = 'pending'`)
        // As it is: this only locks the row, and answers it.
        .doUpdateSet((eb) => ({ status: eb.ref("excluded.status") })),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** One member gives one reason once in a case; again changes nothing. */
export async function addReport(db: Db, report: Insertable<Report>): Promise<void> {
  await db
    .insertInto("report")
    .values(report)
    .onConflict((conflict) => conflict.columns(["caseId", "reporterId", "reason"]).doNothing())
    .execute();
}

/** Keeps a block; false when it was there already. The streams of both must be locked. */
export async function addBlock(db: Db, { blockerId, blockedId, createdAt }: Insertable<Block>): Promise<boolean> {
  const added = await db
    .insertInto("block")
    .values({ blockerId, blockedId, createdAt })
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

/** Takes a member's own block back; false when there was none. The streams of both must be locked. */
export async function removeBlock(db: Db, blockerId: string, blockedId: string): Promise<boolean> {
  const removed = await db
    .deleteFrom("block")
    .where("blockerId", "=", blockerId)
    .where("blockedId", "=", blockedId)
    .returning("blockedId")
    .executeTakeFirst();
  if (!removed) return false;
  // The other one's block keeps the two apart as well.
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

type Page = { before: PagePlace | undefined; limit: number };

/** Whom a member blocked, active or not, the latest first. */
export function listBlocks(db: Db, blockerId: string, { before, limit }: Page) {
  return db
    .selectFrom("block")
    .innerJoin("profile", "profile.memberId", "block.blockedId")
    .where("block.blockerId", "=", blockerId)
    .$if(before !== undefined, (query) =>
      query.where(
        sql<boolean>`(block.created_at, block.blocked_id) < (${before?.at ?? null}::timestamptz, ${before?.id ?? null}::uuid)`,
      ),
    )
    .orderBy("block.createdAt", "desc")
    .orderBy("block.blockedId", "desc")
    .limit(limit)
    .select(["block.blockedId as id", "profile.name", "block.createdAt as at"])
    .execute();
}
