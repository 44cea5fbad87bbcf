import type { Context } from "../../platform/context.ts";
import { listReturns } from "./order-queries.ts";
import { presentOrder } from "./order-rules.ts";
import type { findStaffOrder } from "./staff-queries.ts";
import { listReviews } from "./withdrawal-queries.ts";

export type StaffOrderRow = NonNullable<Awaited<ReturnType<typeof findStaffOrder>>>;

/** Orders with their buyers, as the staff sees them. */
export async function presentStaffOrders({ db, clock }: Pick<Context, "db" | "clock">, rows: StaffOrderRow[]) {
  const ids = rows.map(({ id }) => id);
  const returns = Map.groupBy(await listReturns(db, ids), ({ orderId }) => orderId);
  const reviews = new Map((await listReviews(db, ids)).map((review) => [review.orderId, review]));
  const now = clock.now();
  return rows.map((row) => ({
    order: presentOrder(row, returns.get(row.id) ?? [], now, reviews.get(row.id)),
    provider: row.provider,
    buyer: { id: row.memberId, name: row.name, email: row.email },
  }));
}
