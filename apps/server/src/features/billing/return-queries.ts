import { type Insertable, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { MoneyReturn } from "../../platform/database/types.generated.ts";

/** Payments of an order that were paid and granted nothing, as its history says. */
export async function listStrays(db: Db, orderId: string): Promise<{ paymentId: string; centavos: number }[]> {
  const { rows } = await sql<{ paymentId: string; centavos: number }>`
    select detail ->> 'payment' as payment_id, max((detail ->> 'centavos')::int) as centavos
    from order_event
    where order_id = ${orderId} and kind in ('mismatch', 'surplus') and detail ? 'centavos' and not exists (
      select from ledger_entry
      where ledger_entry.order_id = order_event.order_id and provider_object_id = detail ->> 'payment'
    )
    group by 1
    order by 1`.execute(db);
  return rows;
}

export type ReturnRow = Awaited<ReturnType<typeof listReturns>>[number];

export async function listReturns(db: Db, orderIds: string[]) {
  return db.selectFrom("moneyReturn").where("orderId", "=", sql<string>`any(${orderIds})`).selectAll().execute();
}

/** Adds a return, or moves a known one to its new state. */
export async function saveReturn(db: Db, row: Insertable<MoneyReturn>): Promise<void> {
  await db
    .insertInto("moneyReturn")
    .values(row)
    .onConflict((conflict) => conflict.columns(["orderId", "returnId"]).doUpdateSet({ state: row.state }))
    .execute();
}

/** Refunds, asked for since `since`, that failed or were refused; only if the payment has no later return. */
export function listFailedRefunds(db: Db, since: Date) {
  return db
    .selectFrom("moneyReturn")
    .where("state", "in", ["failed", "refused"])
    .where("reason", "<>", "provider")
    .where("createdAt", ">", since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("moneyReturn as later")
            .whereRef("later.orderId", "=", "moneyReturn.orderId")
            .whereRef("later.paymentId", "=", "moneyReturn.paymentId")
            .whereRef("later.createdAt", ">", "moneyReturn.createdAt")
            .select("later.returnId"),
        ),
      ),
    )
    .select(["orderId", "returnId"])
    .execute();
}
