import { addMail } from "../../base/mail/queries.ts";
import type { Context } from "../../platform/context.ts";
import { isUuid } from "../../platform/ids.ts";
import { endReminderMail } from "./mail-rules.ts";
import {
  addOrderEvent,
  findOrder,
  listFailedRefunds,
  listPastOrders,
  listReturningOrders,
  listReturns,
  listUnsettledOrders,
  lockOrder,
  saveReturn,
  saveWebhookOrder,
} from "./order-queries.ts";
import { keptCentavos } from "./order-rules.ts";
import { recordEndReminders, removeOldEndReminders } from "./queries.ts";
import { askBack, listKnownReturns, readPayments, settleOrder } from "./settle-order.ts";
import { isAskedFor } from "./settlement-rules.ts";

type Return = Awaited<ReturnType<typeof listReturns>>[number];
type Needed = Pick<Context, "db" | "clock" | "log" | "live" | "payments" | "site">;

const BATCH = 100;
const NIL_ID = "00000000-0000-0000-0000-000000000000";
/** How long before its end paid time is announced. */
const DAY_MS = 86_400_000;
const REMIND_MS = 3 * DAY_MS;
/** How long the payment of an order is asked for every 15 minutes, and how long every night. */
const FOLLOWED_MS = 3 * DAY_MS;
const UNPAID_MS = 30 * DAY_MS;
/** Until then the payer's bank may take the money back. */
const PAID_MS = 180 * DAY_MS;
/** A provider that fails so often in a row is not asked again in that run. */
const FAILURES_MAX = 10;
/** How long the job of a refund has for it. */
const REFUND_PATIENCE_MS = 15 * 60_000;
/** How often a refund is asked for, a night apart. */
const REFUND_ATTEMPTS = 5;

/** Tells the providers what they must know, such as where their webhooks go. One that fails does not keep it from the others. */
export async function connectProviders({ payments }: Pick<Context, "payments">): Promise<void> {
  const outcomes = await Promise.allSettled(payments.providers.map((provider) => provider.connect?.()));
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
}

/** Providers forget the ids of requests after a while, so what they list is read before a refund is asked for again. */
export async function sendRefund(context: Needed, { orderId, returnId }: { orderId: string; returnId: string }) {
  const { db, payments } = context;
  const order = await findOrder(db, orderId);
  const known = await listKnownReturns(db, orderId);
  const wanted = known.find((one) => one.returnId === returnId);
  if (!order || wanted?.state !== "requested") return;
  const { paymentId, centavos } = wanted;
  if (!isAskedFor(returnId, known, await readPayments(context, order))) {
    const outcome = await payments.byName(order.provider).refund({ orderId, paymentId, returnId, centavos });
    if (outcome === "refused") await giveUpRefund(context, wanted);
  }
  // Also what was refused: the money may have gone back in another way.
  await settleOrder(context, orderId);
}

/** Notes that a provider refused a refund for good: the order's history says so, and the staff may ask again. */
async function giveUpRefund({ db, clock, log, live }: Needed, { orderId, returnId, centavos }: Return) {
  log.error({ order: orderId, return: returnId }, "a refund was refused");
  const now = clock.now();
  const { memberId } = await db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId);
    const known = (await listReturns(trx, [orderId])).find((one) => one.returnId === returnId);
    // The provider's word on it may have come since.
    if (known?.state !== "requested") return order;
    await saveReturn(trx, { ...known, state: "refused" });
    await addOrderEvent(trx, { orderId, kind: "refund refused", detail: { return: returnId, centavos } }, now);
    return order;
  });
  live.publish(memberId, "changed", { what: "self" });
}

type Named = { provider: string; paymentId: string };

/** Settles the order of a payment that a webhook named. One that is of no order of ours is logged, and that is all. */
export async function settlePayment(context: Needed, { provider, paymentId }: Named): Promise<void> {
  const { db, log, payments } = context;
  const orderId = await payments.byName(provider).findOrderId?.(paymentId);
  const order = isUuid(orderId) ? await findOrder(db, orderId) : undefined;
  if (order?.provider !== provider) {
    log.warn({ provider, payment: paymentId }, "a webhook named a payment of no order");
    return;
  }
  await saveWebhookOrder(db, { provider, paymentId }, order.id);
  await settleOrder(context, order.id);
}

/** Settles orders whose payment or refund may have come without a webhook. Answers how many were looked at. */
export async function reconcileOrders(context: Needed): Promise<number> {
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

/** A refund that stays away is asked for again: the server may have died over its job, which the queue keeps long. */
async function settleReturning(context: Needed, orderId: string): Promise<void> {
  const patient = before(context.clock.now(), REFUND_PATIENCE_MS);
  const returns = await listReturns(context.db, [orderId]);
  const waiting = returns.filter(({ state, createdAt }) => state === "requested" && createdAt < patient);
  if (waiting.length === 0) await settleOrder(context, orderId);
  for (const { returnId } of waiting) await sendRefund(context, { orderId, returnId });
}

/** Settles orders whose money may still come or go back, and asks again for failed refunds. Answers how many it saw. */
export async function reconcileAllOrders(context: Needed): Promise<number> {
  const { db, clock } = context;
  const now = clock.now();
  const since = { paid: before(now, PAID_MS), made: before(now, UNPAID_MS) };
  const looked = await settleEach(context, new Map(), settleOrder, (names, after) =>
    listPastOrders(db, names, since, after, BATCH),
  );
  for (const { orderId, returnId } of await listFailedRefunds(db, since.paid)) {
    await askBackAgain(context, orderId, returnId);
  }
  return looked;
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

/** How often each provider has failed in a row. */
type Failures = Map<string, number>;
type Settle = (context: Needed, orderId: string) => Promise<void>;
type List = (providers: string[], after: string) => Promise<{ id: string; provider: string }[]>;

/** Settles each order of a list. One that fails does not keep the others waiting, nor a provider those of the others. */
async function settleEach(context: Needed, failures: Failures, settle: Settle, list: List): Promise<number> {
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

/** Asks for a refund that failed once more, by another id, as far as its money is still here. */
async function askBackAgain({ db, clock, log }: Needed, orderId: string, returnId: string): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId);
    const returns = await listReturns(trx, [orderId]);
    const failed = returns.find((one) => one.returnId === returnId);
    if (!failed || failed.reason === "provider") return;
    const attempts = returns.filter((one) => one.paymentId === failed.paymentId);
    if (attempts.some(({ createdAt }) => createdAt > failed.createdAt)) return;
    const { paymentId, reason, requestedBy } = failed;
    const centavos = reason === "surplus" ? failed.centavos : Math.min(failed.centavos, keptCentavos(order, returns));
    if (centavos === 0) return;
    if (attempts.filter(({ state }) => state === "failed" || state === "refused").length >= REFUND_ATTEMPTS) {
      log.error({ order: orderId, payment: paymentId }, "a refund has failed for good, and the team must see to it");
      return;
    }
    await askBack(trx, order, { paymentId, centavos, reason, ...(requestedBy !== null && { requestedBy }) }, now);
  });
}

/** Announces each end once: the mail and the record of it are stored together. Answers how many. */
export async function remindOfEnds({ db, clock, site }: Pick<Context, "db" | "clock" | "site">): Promise<number> {
  const now = clock.now();
  const until = new Date(now.getTime() + REMIND_MS);
  await removeOldEndReminders(db, now);
  for (let mailed = 0; ; ) {
    const count = await db.transaction().execute(async (trx) => {
      const ending = await recordEndReminders(trx, now, until, BATCH);
      for (const { what, endsAt, email } of ending) {
        await addMail(trx, email, endReminderMail(what, endsAt, site.origin), now);
      }
      return ending.length;
    });
    mailed += count;
    if (count < BATCH) return mailed;
  }
}
