import { NIL_ID } from "../../platform/ids.ts";
import { job } from "../../platform/job.ts";
import { askBack } from "./ask-back.ts";
import { sendRefund } from "./jobs.ts";
import { lockOrder } from "./order-queries.ts";
import { keptCentavos } from "./order-rules.ts";
import { listPastOrders, listReturningOrders, listUnsettledOrders } from "./reconcile-queries.ts";
import { listFailedRefunds, listReturns } from "./return-queries.ts";
import { type SettleContext, settleOrder } from "./settle-order.ts";

const BATCH = 100;
const DAY_MS = 86_400_000;
/** How long an unpaid order is followed every 15 minutes (`FOLLOWED_MS`) and every night (`UNPAID_MS`). */
const FOLLOWED_MS = 3 * DAY_MS;
const UNPAID_MS = 30 * DAY_MS;
/** A paid order is followed this long, because the payer's bank may take the money back until then. */
const PAID_MS = 180 * DAY_MS;
/** A provider that fails this often in a row is not asked again in the same run. */
const FAILURES_MAX = 10;
/** How long the job of a refund may take before the reconciliation asks as well. */
const REFUND_PATIENCE_MS = 15 * 60_000;
/** Maximum requests for one refund: after each failure once more, at most once a night. */
const REFUND_ATTEMPTS = 5;

/** Settles orders whose payment or refund may have come without a webhook. Returns how many were looked at. */
export async function reconcileOrders(context: SettleContext): Promise<number> {
  const { db, clock } = context;
  const since = before(clock.now(), FOLLOWED_MS);
  const failures: Failures = new Map();
  const unsettled = await settleEach(context, failures, settleOrder, (names, after) =>
    listUnsettledOrders(db, names, since, after, BATCH),
  );
  const returning = await settleEach(context, failures, settleReturning, (names, after) =>
    listReturningOrders(db, names, after, BATCH),
  );
  return unsettled + returning;
}

/**
 * Settles an order and asks again for refunds that are overdue: the server may have died during their job, which the
 * queue then keeps locked for a long time.
 */
async function settleReturning(context: SettleContext, orderId: string): Promise<void> {
  const patient = before(context.clock.now(), REFUND_PATIENCE_MS);
  const returns = await listReturns(context.db, [orderId]);
  const waitingReturns = returns.filter(({ state, createdAt }) => state === "requested" && createdAt < patient);
  if (waitingReturns.length === 0) await settleOrder(context, orderId);
  for (const { returnId } of waitingReturns) await sendRefund(context, { orderId, returnId });
}

/** Settles orders whose money may still come or go back, and asks again for failed refunds. Returns how many orders. */
export async function reconcileAllOrders(context: SettleContext): Promise<number> {
  const { db, clock } = context;
  const now = clock.now();
  const since = { paid: before(now, PAID_MS), made: before(now, UNPAID_MS) };
  const looked = await settleEach(context, new Map(), settleOrder, (names, after) =>
    listPastOrders(db, names, since, after, BATCH),
  );
  for (const { orderId, returnId } of await listFailedRefunds(db, since.paid)) {
    try {
      await askBackAgain(context, orderId, returnId);
    } catch (err) {
      context.log.error({ err, order: orderId }, "could not ask for a refund again");
    }
  }
  return looked;
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

/** How often each provider has failed in a row. */
type Failures = Map<string, number>;
type Settle = (context: SettleContext, orderId: string) => Promise<void>;
type List = (providers: string[], after: string) => Promise<{ id: string; provider: string }[]>;

/** Settles each order of a list, even if others fail. A provider that fails too often in a row is left out. */
async function settleEach(context: SettleContext, failures: Failures, settle: Settle, list: List): Promise<number> {
  const names = () =>
    context.payments.providers.map(({ name }) => name).filter((name) => (failures.get(name) ?? 0) < FAILURES_MAX);
  let after = NIL_ID;
  for (let looked = 0; ; ) {
    const orders = await list(names(), after);
    for (const { id, provider } of orders) {
      after = id;
      if (!names().includes(provider)) continue;
      try {
        await settle(context, id);
        failures.delete(provider);
      } catch (err) {
        context.log.error({ err, order: id }, "could not settle an order");
        failures.set(provider, (failures.get(provider) ?? 0) + 1);
      }
    }
    looked += orders.length;
    if (orders.length < BATCH) return looked;
  }
}

/** Asks once more for a failed refund, with a new id and at most for the money that has not gone back. */
async function askBackAgain({ db, clock, log }: SettleContext, orderId: string, returnId: string): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId);
    const returns = await listReturns(trx, [orderId]);
    const failedReturn = returns.find((moneyReturn) => moneyReturn.returnId === returnId);
    if (!failedReturn || failedReturn.reason === "provider") return;
    const attempts = returns.filter((moneyReturn) => moneyReturn.paymentId === failedReturn.paymentId);
    if (attempts.some(({ createdAt }) => createdAt > failedReturn.createdAt)) return;
    const { paymentId, reason, requestedBy } = failedReturn;
    const centavos =
      reason === "surplus" ? failedReturn.centavos : Math.min(failedReturn.centavos, keptCentavos(order, returns));
    if (centavos === 0) return;
    if (attempts.filter(({ state }) => state === "failed" || state === "refused").length >= REFUND_ATTEMPTS) {
      log.error({ order: orderId, payment: paymentId }, "a refund has failed for good, and the staff must see to it");
      return;
    }
    await askBack(trx, order, { paymentId, centavos, reason, ...(requestedBy !== null && { requestedBy }) }, now);
  });
}

export const jobs = [
  job("reconcile-all-orders", "Conferir todos os pedidos", {
    class: "payments",
    cron: "23 6 * * *",
    waitsOnce: true,
    isSingle: true,
    run: reconcileAllOrders,
  }),
  job("reconcile-orders", "Conferir pedidos em aberto", {
    class: "payments",
    cron: "*/15 * * * *",
    waitsOnce: true,
    isSingle: true,
    run: reconcileOrders,
  }),
];
