import type { Insertable } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { PixCharge } from "../../platform/database/types.generated.ts";

/** Adds the charge of an order, unless it has one. */
export async function addCharge(db: Db, charge: Insertable<PixCharge>): Promise<void> {
  await db
    .insertInto("pixCharge")
    .values(charge)
    .onConflict((conflict) => conflict.column("orderId").doNothing())
    .execute();
}

export function findChargeOfOrder(db: Db, orderId: string) {
  return db.selectFrom("pixCharge").where("orderId", "=", orderId).selectAll().executeTakeFirst();
}

/** The charge of a payment page, with the product, price and state of its order. */
export function findCharge(db: Db, token: string) {
  return db
    .selectFrom("pixCharge")
    .innerJoin("productOrder", "productOrder.id", "pixCharge.orderId")
    .where("pixCharge.token", "=", token)
    .select(["code", "product", "centavos", "state", "expiresAt"])
    .executeTakeFirst();
}
