import { setTimeout as sleep } from "node:timers/promises";
import type { PaymentMethod, Product } from "@caramelo/contract/billing/calls";
import { prices } from "@caramelo/contract/billing/prices";
import { contract } from "@caramelo/contract/contract";
import { ORDER_PAGE, ORDER_REUSE_LEFT_MS, STATEMENT_PAGE } from "@caramelo/contract/limits";
import { lockEntitlement } from "../../../base/money/ledger-queries.ts";
import type { Context } from "../../../platform/context.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { randomId } from "../../../platform/ids.ts";
import type { PaymentProvider } from "../../../platform/payments/provider.ts";
import {
  addOrder,
  addOrderEvent,
  changeOrder,
  changeOrderState,
  findPayableOrder,
  listOrders,
  lockOrder,
} from "../order-queries.ts";
import { expiryOf, mayOrder, presentOrder } from "../order-rules.ts";
import { getOwnOrder, presentOwnOrder, presentOwnOrders } from "../own-orders.ts";
import { listStatement } from "../queries.ts";
import { applyPayments, readPayments, type SettleContext } from "../settle-order.ts";
import { findWaitingReview } from "../withdrawal-queries.ts";
import { answerBy } from "../withdrawal-rules.ts";

export const offers = handle(contract.billing.offers, async ({ me, db, payments: { providers } }) => {
  const waitingReview = await findWaitingReview(db, me.id);
  return {
    methods: [...new Set(providers.flatMap(({ methods }) => methods))],
    isSandbox: providers.some(({ isLive }) => !isLive),
    reviewUntil: waitingReview ? answerBy(waitingReview.requestedAt) : null,
  };
});

export const makeOrder = handle(contract.billing.makeOrder, async ({ body, me, ...context }) => {
  if (!mayOrder(me.role, body.product)) fail("PERMISSION_DENIED");
  if (!context.siteSettings.inForce().switches.sells) fail("SALES_PAUSED");
  const provider = context.payments.providers.find(({ methods }) => methods.includes(body.method));
  if (!provider) fail("PAYMENT_UNAVAILABLE");
  const newOrder = { ...body, memberId: me.id, provider };
  await settlePaidOrder(context, newOrder);
  const order = await findOrAddOrder(context, newOrder);
  const { url, reference } = await ask(context, () => provider.open(order));
  if (reference !== undefined && reference !== order.reference) await changeOrder(context.db, order.id, { reference });
  const isOpened = order.state === "created";
  if (isOpened) await markOpened(context, order.id);
  const openedOrder = { ...order, state: isOpened ? ("pending" as const) : order.state };
  // A new order has granted nothing that could have been used, so a withdrawal would need no review.
  const shownOrder = { ...presentOrder(openedOrder, [], context.clock.now()), needsReview: false };
  return { order: shownOrder, presentation: provider.presentation, url };
});

export const order = handle(contract.billing.order, async ({ params, me, db, clock }) =>
  presentOwnOrder({ db, clock }, params.id, me.id),
);

export const checkPayment = handle(contract.billing.checkPayment, async ({ params, me, ...context }) => {
  const ownOrder = await getOwnOrder(context.db, params.id, me.id);
  const payments = await ask(context, () => readPayments(context, ownOrder));
  await applyPayments(context, ownOrder, payments);
  return presentOwnOrder(context, params.id, me.id);
});

export const orders = handle(contract.billing.orders, async ({ query, me, db, clock, pageCursors }) => {
  const rows = await listOrders(db, me.id, pageCursors.read(query.before), ORDER_PAGE + 1);
  const { page, next } = pageCursors.cut(rows, ORDER_PAGE);
  return { orders: await presentOwnOrders({ db, clock }, page), next };
});

type NewOrder = { memberId: string; product: Product; method: PaymentMethod; provider: PaymentProvider };

const termsOf = ({ provider: { name, isLive }, ...terms }: NewOrder) => {
  return { ...terms, provider: name, isLive, centavos: prices[terms.product].centavos };
};
const payableUntil = (now: Date) => new Date(now.getTime() + ORDER_REUSE_LEFT_MS);

/**
 * Settles an earlier order on the same terms if it was paid but its webhook has not come yet. A member who buys
 * again must get a new order, not the payment page of a paid one. If the provider does not answer, the page of the
 * earlier order is opened again.
 */
async function settlePaidOrder(context: SettleContext, newOrder: NewOrder): Promise<void> {
  const { db, clock, log } = context;
  const payable = await findPayableOrder(db, termsOf(newOrder), payableUntil(clock.now()));
  if (!payable) return;
  const payments = await readPaymentsSoon(context, payable).catch((err: unknown) => {
    log.warn({ err, order: payable.id }, "a payment provider did not say whether an order is paid");
    return [];
  });
  if (payments.some(({ state }) => state === "paid")) await applyPayments(context, payable, payments);
}

/**
 * The provider has only this long, because the member is waiting for the page. If it takes longer, a webhook or the
 * reconciliation settles the order later.
 */
const READ_PATIENCE_MS = 2_000;

/** @throws when the provider does not answer in time; a late answer is ignored */
async function readPaymentsSoon(context: SettleContext, order: Parameters<typeof readPayments>[1]) {
  const waitingStop = new AbortController();
  const late = sleep(READ_PATIENCE_MS, undefined, { signal: waitingStop.signal }).then(() => {
    throw new Error("the provider did not answer in time");
  });
  try {
    return await Promise.race([readPayments(context, order), late]);
  } finally {
    waitingStop.abort();
  }
}

/**
 * Finds the payable order on these terms or adds one. The member's lock makes two presses of a button share one order.
 */
function findOrAddOrder({ db, clock }: Pick<Context, "db" | "clock">, newOrder: NewOrder) {
  const now = clock.now();
  const terms = termsOf(newOrder);
  return db.transaction().execute(async (trx) => {
    await lockEntitlement(trx, newOrder.memberId);
    // A withdrawal holds the same lock while it adds a review, so no review can be missed here.
    if (newOrder.product === "tokens" && (await findWaitingReview(trx, newOrder.memberId)))
      fail("WITHDRAWAL_UNDER_REVIEW");
    const payableOrder = await findPayableOrder(trx, terms, payableUntil(now));
    if (payableOrder) return payableOrder;
    const addedOrder = await addOrder(trx, { ...terms, id: randomId(), createdAt: now, expiresAt: expiryOf(now) });
    await addOrderEvent(trx, { orderId: addedOrder.id, kind: "created", actorId: newOrder.memberId }, now);
    return addedOrder;
  });
}

async function markOpened({ db, clock }: Pick<Context, "db" | "clock">, id: string): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    // A payment may have been settled since the order was read.
    if ((await lockOrder(trx, id)).state !== "created") return;
    await changeOrderState(trx, id, "pending", null);
    await addOrderEvent(trx, { orderId: id, kind: "pending" }, now);
  });
}

/** Awaits a provider. Logs any error; the member reads that payments are not available now. */
async function ask<T>({ log }: Pick<Context, "log">, question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (err) {
    log.error({ err }, "a payment provider did not answer");
    return fail("PAYMENT_UNAVAILABLE");
  }
}

export const statement = handle(contract.billing.statement, async ({ query, me, db, pageCursors }) => {
  const rows = await listStatement(db, me.id, pageCursors.read(query.before), STATEMENT_PAGE + 1);
  const { page, next } = pageCursors.cut(rows, STATEMENT_PAGE);
  return { entries: page, next };
});
