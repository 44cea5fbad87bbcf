import type { OrderState } from "@caramelo/contract/billing/calls";
import type { OrderEventKind } from "@caramelo/contract/texts/order-events";
import { type Insertable, sql, type Updateable } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { isAfterCursor, type PageCursor } from "../../platform/database/page-cursor.ts";
import type { JsonObject, ProductOrder } from "../../platform/database/types.generated.ts";
import type { OrderEntry } from "./amount-rules.ts";

export function addOrder(db: Db, order: Insertable<ProductOrder>) {
  return db.insertInto("productOrder").values(order).returningAll().executeTakeFirstOrThrow();
}

type Terms = Pick<Insertable<ProductOrder>, "memberId" | "product" | "provider" | "method" | "centavos" | "isLive">;

/** The member's order on the same terms that can still be paid after `payableUntil`. */
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

export type OrderRow = Awaited<ReturnType<typeof lockOrder>>;

export async function changeOrderState(db: Db, id: string, state: OrderState, paidAt: Date | null): Promise<void> {
  await db
    .updateTable("productOrder")
    .set({ state, paidAt: sql`coalesce(paid_at, ${paidAt})` })
    .where("id", "=", id)
    .execute();
}

/** `reference` is the provider's name for the payment page. */
type OrderChanges = Pick<Updateable<ProductOrder>, "withdrawnAt" | "reference">;

export async function changeOrder(db: Db, id: string, changes: OrderChanges): Promise<void> {
  await db.updateTable("productOrder").set(changes).where("id", "=", id).execute();
}

export type OrderEvent = { kind: OrderEventKind; detail?: JsonObject; actorId?: string };

/** Adds an event to the history of an order. Events are never changed. */
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

/** Whether the history of an order already has a mismatch of this payment in this state. */
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

/** The ledger entries of an order, as the rules read them. */
export async function listOrderEntries(db: Db, orderId: string) {
  const entries = await db
    .selectFrom("ledgerEntry")
    .where("orderId", "=", orderId)
    .select(["kind", "providerObjectId", "tokens", "conversations", "premiumSeconds", "highlightedSeconds"])
    .execute();
  // Entries of the other kinds belong to no order.
  return entries as OrderEntry[];
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
