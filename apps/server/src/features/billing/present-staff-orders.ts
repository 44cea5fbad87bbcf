import { presentNamed } from "../../base/members/rules.ts";
import type { Context } from "../../platform/context.ts";
import { presentOrders } from "./own-orders.ts";
import type { findStaffOrder } from "./staff-queries.ts";

export type StaffOrderRow = NonNullable<Awaited<ReturnType<typeof findStaffOrder>>>;

export async function presentStaffOrders({ db, clock }: Pick<Context, "db" | "clock">, rows: StaffOrderRow[]) {
  const orders = await presentOrders(db, rows, clock.now());
  return rows.flatMap((row, index) => {
    const { provider, memberId: id, name, email } = row;
    const order = orders[index];
    return order ? [{ order, provider, buyer: presentNamed({ id, name, email }) }] : [];
  });
}
