import { presentNamed } from "../../base/members/rules.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { fail } from "../../platform/http/failure.ts";
import { amountsLeft } from "./amount-rules.ts";
import { findOrder, type OrderRow } from "./order-queries.ts";
import { isReturning, keptCentavos, presentOrder } from "./order-rules.ts";
import { listReturns } from "./return-queries.ts";
import type { findStaffOrder } from "./staff-queries.ts";
import { findLeft, listLedgerLines, listLinesOfOrders, listReviews, listWithdrawn } from "./withdrawal-queries.ts";
import { type EarlierWithdrawal, needsReview, unreturnedOf, useOf } from "./withdrawal-rules.ts";

type OrderContext = Pick<Context, "db" | "clock">;

export async function getOwnOrder(db: Db, id: string, memberId: string): Promise<OrderRow> {
  const order = await findOrder(db, id);
  return order?.memberId === memberId ? order : fail("NOT_FOUND");
}

export async function presentOwnOrder(context: OrderContext, id: string, memberId: string) {
  const [order] = await presentOwnOrders(context, [await getOwnOrder(context.db, id, memberId)]);
  return order ?? fail("NOT_FOUND");
}

/** Orders as their buyers and the staff see them, with their returns and reviews. */
async function presentOrders(db: Db, rows: OrderRow[], now: Date) {
  const ids = rows.map(({ id }) => id);
  const returns = Map.groupBy(await listReturns(db, ids), ({ orderId }) => orderId);
  const reviews = new Map((await listReviews(db, ids)).map((review) => [review.orderId, review]));
  return rows.map((row) => presentOrder(row, returns.get(row.id) ?? [], now, reviews.get(row.id)));
}

export async function presentOwnOrders({ db, clock }: OrderContext, rows: OrderRow[]) {
  const now = clock.now();
  const shownOrders = await presentOrders(db, rows, now);
  const open = new Set(shownOrders.flatMap(({ id, withdrawUntil }) => (withdrawUntil === null ? [] : [id])));
  const reviewed = await listReviewed(
    db,
    rows.filter(({ id }) => open.has(id)),
    now,
  );
  return shownOrders.map((order) => ({ ...order, needsReview: reviewed.has(order.id) }));
}

/** The ids of a member's orders whose withdrawal would need a review by staff. */
async function listReviewed(db: Db, rows: OrderRow[], now: Date): Promise<Set<string>> {
  const [row] = rows;
  if (row === undefined) return new Set();
  const withdrawn = await listEarlierWithdrawals(db, row.memberId);
  if (withdrawn.length === 0) return new Set();
  const leftEntitlement = await findLeft(db, row.memberId);
  if (!leftEntitlement) return new Set();
  const orderedAt = new Date(Math.min(...rows.map(({ createdAt }) => createdAt.getTime())));
  const lines = await listLedgerLines(db, row.memberId, orderedAt);
  const has = amountsLeft(leftEntitlement, now);
  const reviewed = rows.filter((row) => needsReview(row, withdrawn, useOf(row.id, lines, has)));
  return new Set(reviewed.map(({ id }) => id));
}

/** A member's withdrawals so far; `use` of each says how much of the grant its returns did not take. */
export async function listEarlierWithdrawals(db: Db, memberId: string): Promise<EarlierWithdrawal[]> {
  const withdrawn = await listWithdrawn(db, memberId);
  if (withdrawn.length === 0) return [];
  const ids = withdrawn.map(({ id }) => id);
  const returns = Map.groupBy(await listReturns(db, ids), ({ orderId }) => orderId);
  const lines = Map.groupBy(await listLinesOfOrders(db, ids), ({ orderId }) => orderId);
  return withdrawn.flatMap((order) => {
    const use = unreturnedOf(lines.get(order.id) ?? []);
    return use ? [{ ...order, money: moneyOf(order, returns.get(order.id) ?? []), use }] : [];
  });
}

function moneyOf(order: { centavos: number }, returns: Parameters<typeof keptCentavos>[1]): EarlierWithdrawal["money"] {
  if (isReturning(returns)) return "requested";
  return keptCentavos(order, returns) === 0 ? "back" : "here";
}

export type StaffOrderRow = NonNullable<Awaited<ReturnType<typeof findStaffOrder>>>;

export async function presentStaffOrders({ db, clock }: Pick<Context, "db" | "clock">, rows: StaffOrderRow[]) {
  const orders = await presentOrders(db, rows, clock.now());
  return rows.flatMap((row, index) => {
    const { provider, memberId: id, name, email } = row;
    const order = orders[index];
    return order ? [{ order, provider, buyer: presentNamed({ id, name, email }) }] : [];
  });
}
