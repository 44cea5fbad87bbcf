import type { OrderState } from "@caramelo/contract/billing/calls";
import { type Insertable, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { isAfterCursor, type PageCursor } from "../../platform/database/page-cursor.ts";
import type { JsonObject, MoneyReturn, ProductOrder } from "../../platform/database/types.generated.ts";
import type { OrderEntry } from "./settlement-rules.ts";

/** The lock of `lockEntitlement`, also of a member who has no entitlement yet: then it locks nothing. */
export async function holdEntitlement(db: Db, memberId: string): Promise<void> {
  await sql`select lock_entitlement(${memberId})`.execute(db);
}

/**
 * Locks what a member may use, until the transaction ends: what is decided from it holds when it is written. Sends take
 * the same lock when they write their entries, after that of the stream; whoever writes an entry locks in this order, too.
 */
export async function lockEntitlement(db: Db, memberId: string) {
  await holdEntitlement(db, memberId);
  return db
    .selectFrom("entitlement")
    .where("memberId", "=", memberId)
    .select(["tokens", "conversations", "premiumUntil", "highlightedUntil", "hasCourtesyPremium"])
    .executeTakeFirstOrThrow();
}

export function addOrder(db: Db, order: Insertable<ProductOrder>) {
  return db.insertInto("productOrder").values(order).returningAll().executeTakeFirstOrThrow();
}

type Terms = Pick<Insertable<ProductOrder>, "memberId" | "product" | "provider" | "method" | "centavos" | "isLive">;

/** The member's order on some terms that can still be paid for a while. */
export function findPayableOrder(db: Db, terms: Terms, payableUntil: Date) {
  const { memberId, product, provider, method, centavos, isLive } = terms;
  return db
    .selectFrom("productOrder")
    .where("memberId", "=", memberId)
    .where("product", "=", product)
    .where("provider", "=", provider)
    .where("method", "=", method)
    .where("centavos", "=", centavos)
    .where("isLive", "=", isLive)
    .where("state", "in", ["created", "pending"])
    .where("expiresAt", ">", payableUntil)
    .orderBy("createdAt", "desc")
    .limit(1)
    .selectAll()
    .executeTakeFirst();
}

export function findOrder(db: Db, id: string) {
  return db.selectFrom("productOrder").where("id", "=", id).selectAll().executeTakeFirst();
}

/** Locks an order, so that only one transaction at a time settles it. */
export function lockOrder(db: Db, id: string) {
  return db.selectFrom("productOrder").where("id", "=", id).selectAll().forNoKeyUpdate().executeTakeFirstOrThrow();
}

export async function changeOrderState(db: Db, id: string, state: OrderState, paidAt: Date | null): Promise<void> {
  await db
    .updateTable("productOrder")
    .set({ state, paidAt: sql`coalesce(paid_at, ${paidAt})` })
    .where("id", "=", id)
    .execute();
}

export async function markWithdrawn(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable("productOrder").set({ withdrawnAt: now }).where("id", "=", id).execute();
}

export type OrderEvent = { kind: string; detail?: JsonObject; actorId?: string };

/** Adds to the history of an order, which is never changed. */
export async function addOrderEvent(
  db: Db,
  { orderId, kind, detail = {}, actorId }: OrderEvent & { orderId: string },
  now: Date,
): Promise<void> {
  const row = { orderId, kind, detail: JSON.stringify(detail), actorId: actorId ?? null };
  await db
    .insertInto("orderEvent")
    .values({ ...row, happenedAt: now })
    .execute();
}

/** Whether the history of an order says already that a payment does not fit it, in the state that it has. */
export async function hasMismatch(db: Db, orderId: string, paymentId: string, state: string): Promise<boolean> {
  const event = await db
    .selectFrom("orderEvent")
    .where("orderId", "=", orderId)
    .where("kind", "=", "mismatch")
    .where(sql<boolean>`detail ->> 'payment' = ${paymentId} and detail ->> 'state' = ${state}`)
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return event !== undefined;
}

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

/** The ledger's entries of an order, as the rules read them. */
export async function listOrderEntries(db: Db, orderId: string) {
  const entries = await db
    .selectFrom("ledgerEntry")
    .where("orderId", "=", orderId)
    .select(["kind", "providerObjectId", "tokens", "conversations", "premiumSeconds", "highlightedSeconds"])
    .execute();
  // Entries of the other kinds belong to no order.
  return entries as OrderEntry[];
}

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

export function listOrders(db: Db, memberId: string, after: PageCursor | undefined, limit: number) {
  return db
    .selectFrom("productOrder")
    .where("memberId", "=", memberId)
    .where(isAfterCursor(after, "createdAt", "id"))
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .selectAll()
    .select("createdAt as at")
    .execute();
}

/** Orders of some providers, by id after an id. */
function selectOrdersOf(db: Db, providers: string[], after: string, limit: number) {
  return db
    .selectFrom("productOrder")
    .where("provider", "=", sql<string>`any(${providers})`)
    .where("productOrder.id", ">", after)
    .orderBy("productOrder.id")
    .limit(limit)
    .select(["productOrder.id", "provider"]);
}

/** Orders since a moment whose payment may still change. */
export function listUnsettledOrders(db: Db, providers: string[], since: Date, after: string, limit: number) {
  return selectOrdersOf(db, providers, after, limit)
    .where("state", "in", ["created", "pending", "refused"])
    .where("createdAt", ">", since)
    .execute();
}

/** Orders that wait for money to go back. */
export function listReturningOrders(db: Db, providers: string[], after: string, limit: number) {
  return selectOrdersOf(db, providers, after, limit)
    .where(
      "productOrder.id",
      "in",
      db.selectFrom("moneyReturn").where("moneyReturn.state", "=", "requested").select("orderId"),
    )
    .execute();
}

type Since = { paid: Date; made: Date };

/** Orders that were paid since a moment, or made since another and never paid. */
export function listPastOrders(db: Db, providers: string[], since: Since, after: string, limit: number) {
  return selectOrdersOf(db, providers, after, limit)
    .where((eb) =>
      eb.or([eb("paidAt", ">", since.paid), eb.and([eb("paidAt", "is", null), eb("createdAt", ">", since.made)])]),
    )
    .execute();
}

/** Refunds of ours since a moment that failed or were refused, and were not asked for again. */
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

/** Keeps what the provider calls the payment page of an order. */
export async function changeOrderReference(db: Db, id: string, reference: string): Promise<void> {
  await db.updateTable("productOrder").set({ reference }).where("id", "=", id).execute();
}

type Webhook = { provider: string; paymentId: string; orderId: string | null };

/** Notes that a webhook about a payment came: one row for each payment, however many webhooks there are. */
export async function saveWebhook(db: Db, webhook: Webhook, now: Date): Promise<void> {
  await db
    .insertInto("paymentWebhook")
    .values({ ...webhook, firstAt: now, lastAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(["provider", "paymentId"])
        .doUpdateSet({ lastAt: now, times: sql`least(payment_webhook.times + 1, 1000000)` }),
    )
    .execute();
}

export async function saveWebhookOrder(db: Db, { provider, paymentId }: Omit<Webhook, "orderId">, orderId: string) {
  await db
    .updateTable("paymentWebhook")
    .set({ orderId })
    .where("provider", "=", provider)
    .where("paymentId", "=", paymentId)
    .execute();
}
