import type { Insertable } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { SandboxPayment, SandboxReturn } from "../../platform/database/types.generated.ts";

/** Adds a payment, unless its order has one. */
export async function addPayment(db: Db, payment: Insertable<SandboxPayment>): Promise<void> {
  await db
    .insertInto("sandboxPayment")
    .values(payment)
    .onConflict((conflict) => conflict.column("orderId").doNothing())
    .execute();
}

export function findPaymentOfOrder(db: Db, orderId: string) {
  return db.selectFrom("sandboxPayment").where("orderId", "=", orderId).selectAll().executeTakeFirst();
}

export function findPayment(db: Db, id: string) {
  return db.selectFrom("sandboxPayment").where("id", "=", id).selectAll().executeTakeFirst();
}

export function lockPayment(db: Db, id: string) {
  return db.selectFrom("sandboxPayment").where("id", "=", id).selectAll().forNoKeyUpdate().executeTakeFirst();
}

export async function changePayment(
  db: Db,
  id: string,
  state: "paid" | "refused" | "expired" | "pending",
  paidAt: Date | null,
) {
  await db.updateTable("sandboxPayment").set({ state, paidAt }).where("id", "=", id).execute();
}

export function listReturns(db: Db, paymentId: string) {
  return db
    .selectFrom("sandboxReturn")
    .where("paymentId", "=", paymentId)
    .orderBy("createdAt")
    .orderBy("id")
    .select(["id", "kind", "centavos", "state"])
    .execute();
}

/** Adds a return, unless the payment has one with the same id. */
export async function addReturn(db: Db, sandboxReturn: Insertable<SandboxReturn>): Promise<void> {
  await db
    .insertInto("sandboxReturn")
    .values(sandboxReturn)
    .onConflict((conflict) => conflict.columns(["paymentId", "id"]).doNothing())
    .execute();
}

export async function winDispute(db: Db, paymentId: string, id: string): Promise<void> {
  await db
    .updateTable("sandboxReturn")
    .set({ state: "won" })
    .where("paymentId", "=", paymentId)
    .where("id", "=", id)
    .execute();
}

/** The key with which the sandbox signs its webhooks, and with which their receiver checks them. */
export async function readWebhookSecret(db: Db): Promise<Buffer> {
  const { value } = await db
    .selectFrom("secret")
    .where("name", "=", "sandbox-webhooks")
    .select("value")
    .executeTakeFirstOrThrow();
  return value;
}
