import { type NotNull, sql } from "kysely";
import type { WaitingWork } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import type { LedgerLine } from "./withdrawal-rules.ts";

/** The orders from which a member withdrew. The list stays true while the caller holds the lock of the entitlement. */
export function listWithdrawn(db: Db, memberId: string) {
  return db
    .selectFrom("productOrder")
    .where("memberId", "=", memberId)
    .where("withdrawnAt", "is not", null)
    .select(["id", "isLive", "centavos", "withdrawnAt"])
    .$narrowType<{ withdrawnAt: NotNull }>()
    .execute();
}

const selectLines = (db: Db) =>
  db
    .selectFrom("ledgerEntry")
    .select(["id", "orderId", "kind", "writtenAt"])
    .select(["tokens", "conversations", "premiumSeconds", "highlightedSeconds"]);

export function listLinesOfOrders(db: Db, orderIds: string[]): Promise<LedgerLine[]> {
  return selectLines(db).where("orderId", "=", sql<string>`any(${orderIds})`).execute();
}

/** The clocks of processes may differ, so the entry of a purchase may seem older than its order. */
const CLOCK_MARGIN_MS = 3_600_000;

/** A member's ledger entries since CLOCK_MARGIN_MS before an order was made, without charges for messages. */
export function listLedgerLines(db: Db, memberId: string, orderedAt: Date): Promise<LedgerLine[]> {
  return selectLines(db)
    .where("memberId", "=", memberId)
    .where("writtenAt", ">=", new Date(orderedAt.getTime() - CLOCK_MARGIN_MS))
    .where("kind", "<>", "spend")
    .execute();
}

/** A member's entitlement, without a lock: the next message may change it. */
export function findLeft(db: Db, memberId: string) {
  return db
    .selectFrom("entitlement")
    .where("memberId", "=", memberId)
    .select(["tokens", "conversations", "premiumUntil", "highlightedUntil"])
    .executeTakeFirst();
}

/** Adds a review, by which staff decide a withdrawal. A review that the order already has stays as it is. */
export async function addReview(db: Db, review: { orderId: string; memberId: string; requestedAt: Date }) {
  await db
    .insertInto("withdrawalReview")
    .values(review)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function findReview(db: Db, orderId: string) {
  return db.selectFrom("withdrawalReview").where("orderId", "=", orderId).selectAll().executeTakeFirst();
}

export function listReviews(db: Db, orderIds: string[]) {
  return db.selectFrom("withdrawalReview").where("orderId", "=", sql<string>`any(${orderIds})`).selectAll().execute();
}

/** The latest review of a member that waits for staff; undefined when none does. */
export function findWaitingReview(db: Db, memberId: string) {
  return db
    .selectFrom("withdrawalReview")
    .where("memberId", "=", memberId)
    .where("decidedAt", "is", null)
    .orderBy("requestedAt", "desc")
    .limit(1)
    .select("requestedAt")
    .executeTakeFirst();
}

/** The orders whose review waits for staff, the oldest review first. */
export async function listWaitingReviews(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("withdrawalReview")
    .where("decidedAt", "is", null)
    .orderBy("requestedAt")
    .limit(limit)
    .select("orderId")
    .execute();
  return rows.map(({ orderId }) => orderId);
}

type Decision = { isAccepted: boolean; reason: string; decidedBy: string; decidedAt: Date };

/**
 * Stores the decision of a review. The caller must hold the lock of the order; deciding twice violates a constraint.
 */
export async function decideReview(db: Db, orderId: string, decision: Decision): Promise<void> {
  await db.updateTable("withdrawalReview").set(decision).where("orderId", "=", orderId).execute();
}

/** How many reviews wait for staff, and the one that has waited longest. */
export async function findWithdrawalWork(db: Db): Promise<WaitingWork> {
  const { rows } = await sql<WaitingWork>`
    select count(*)::int as count, min(requested_at) as oldest_at,
      (array_agg(order_id order by requested_at))[1] as oldest_id
    from withdrawal_review where decided_at is null`.execute(db);
  return rows[0] ?? { count: 0, oldestAt: null, oldestId: null };
}

/** Records that staff were mailed about the waiting reviews requested before `before`; returns how many were new. */
export async function recordAlarms(db: Db, before: Date, now: Date): Promise<number> {
  const rows = await db
    .updateTable("withdrawalReview")
    .set({ alarmedAt: now })
    .where("decidedAt", "is", null)
    .where("requestedAt", "<", before)
    .where("alarmedAt", "is", null)
    .returning("orderId")
    .execute();
  return rows.length;
}
