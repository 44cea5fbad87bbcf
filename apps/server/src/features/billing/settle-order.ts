import { addMail } from "../../base/mail/queries.ts";
import { getEmail } from "../../base/members/member-queries.ts";
import { lockStreams } from "../../base/members/stream-queries.ts";
import { refreshTiers } from "../../base/members/tier-queries.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { addJob } from "../../platform/database/jobs.ts";
import type { MoneyReturn } from "../../platform/database/types.generated.ts";
import { randomId, uuidv7 } from "../../platform/ids.ts";
import type { Payment } from "../../platform/payments/provider.ts";
import { moneyMail, receiptMail } from "./mail-rules.ts";
import {
  addOrderEvent,
  changeOrderState,
  findOrder,
  hasMismatch,
  listOrderEntries,
  listReturns,
  lockEntitlement,
  lockOrder,
  type OrderEvent,
  saveReturn,
} from "./order-queries.ts";
import { addLedgerEntries } from "./queries.ts";
import {
  isStray,
  listMismatches,
  mergeReturns,
  type PaymentReturn,
  planSettlement,
  type Settlement,
} from "./settlement-rules.ts";

type OrderRow = Awaited<ReturnType<typeof lockOrder>>;
type Needed = Pick<Context, "db" | "clock" | "log" | "live" | "payments" | "site">;

/**
 * Reads the payments of an order from its provider, and brings the order, the ledger and what the buyer may use to what
 * they mean. It may run at any time and any number of times: what was done is not done again.
 * @throws when the provider does not answer
 */
export async function settleOrder(context: Needed, orderId: string): Promise<void> {
  const order = await findOrder(context.db, orderId);
  if (order) await applyPayments(context, order, await readPayments(context, order));
}

/** @throws when the provider does not answer, or is not configured any more */
export async function readPayments({ payments }: Pick<Needed, "payments">, order: OrderRow): Promise<Payment[]> {
  return payments.byName(order.provider).listPayments(order);
}

/** Brings an order to what its payments mean. They may have been read a while ago: what is known since is kept. */
export async function applyPayments(context: Needed, order: OrderRow, payments: Payment[]): Promise<void> {
  const now = context.clock.now();
  const hasChanged = await context.db.transaction().execute(async (trx) => {
    // As a send does: first the stream, then the balance.
    await lockStreams(trx, [order.memberId]);
    return storeSettlement({ ...context, db: trx }, await lockOrder(trx, order.id), payments, now);
  });
  if (hasChanged) context.live.publish(order.memberId, "changed", { what: "self" });
}

type Storing = Pick<Needed, "db" | "log" | "site">;

/** Stores what payments mean for a locked order. Answers whether anything is new. */
async function storeSettlement(
  { db, log, site }: Storing,
  order: OrderRow,
  read: Payment[],
  now: Date,
): Promise<boolean> {
  const payments = [];
  const strays = [];
  for (const payment of read) {
    const mismatches = listMismatches(order, payment);
    if (mismatches.length === 0) payments.push(payment);
    else if (isStray(payment, mismatches)) strays.push(payment);
    if (mismatches.length > 0) await noteMismatch({ db, log, site }, { order, payment, mismatches }, now);
  }
  const left = await lockEntitlement(db, order.memberId);
  const entries = await listOrderEntries(db, order.id);
  const known = await listKnownReturns(db, order.id);
  const returns = mergeReturns(known, [...payments, ...strays]);
  const plan = planSettlement({ order, entries, returns, left }, payments, now);

  const isNew = (one: PaymentReturn) => !known.some(({ id, state }) => id === one.id && state === one.state);
  const changed = returns.filter(isNew);
  const fallen = changed.filter(
    ({ id, state }) => state === "failed" && known.some((one) => one.id === id && one.state === "done"),
  );
  for (const one of changed) await saveReturn(db, returnRow(order, { plan, strays }, one, now));
  for (const { id } of fallen) log.error({ order: order.id, return: id }, "a refund failed after it was done");
  for (const one of plan.surplus) await returnSurplus(db, order, one, now);
  await storeEntries(db, order, plan, now);
  await addMails({ db, site }, order, { plan, payments, done: changed.filter(isDoneRefund), fallen }, now);
  if (plan.state !== order.state) await changeOrderState(db, order.id, plan.state, paidAtOf(plan, payments, now));
  for (const event of [...eventsOfReturns(plan, changed), ...eventsOf(order, plan)])
    await addOrderEvent(db, { orderId: order.id, ...event }, now);
  return plan.state !== order.state || plan.entries.length > 0 || changed.length > 0;
}

/** The returns of an order as the rules read them. */
export async function listKnownReturns(db: Db, orderId: string) {
  return (await listReturns(db, [orderId])).map((row) => ({
    ...row,
    id: row.returnId,
    askedAt: row.reason === "provider" ? null : row.createdAt,
  }));
}

async function storeEntries(db: Db, order: OrderRow, { entries }: Settlement, now: Date): Promise<void> {
  if (entries.length === 0) return;
  const { id: orderId, memberId, provider } = order;
  // Of one moment, too, the statement shows what came later above.
  const ids = entries.map(() => uuidv7(now)).toSorted();
  const rows = entries.map((entry, index) => {
    return { ...entry, id: ids[index] ?? uuidv7(now), orderId, memberId, provider, writtenAt: now };
  });
  await addLedgerEntries(db, rows);
  await refreshTiers(db, [memberId], now);
}

/** What a settlement adds to the history of an order. */
function eventsOf(order: OrderRow, { state, entries }: Settlement): OrderEvent[] {
  const ofEntries = entries.map(({ kind, providerObjectId, premiumUntil, highlightedUntil, ...amounts }) => {
    return { kind: `entry ${kind}`, detail: { providerObjectId, ...amounts } };
  });
  return state === order.state ? ofEntries : [{ kind: state }, ...ofEntries];
}

const isDoneRefund = ({ kind, state }: PaymentReturn) => kind === "refund" && state === "done";

/** What a settlement adds to the history about refunds that leave no entry in the ledger, or that failed. */
function eventsOfReturns({ grantedPaymentId }: Settlement, changed: PaymentReturn[]): OrderEvent[] {
  const isTold = (one: PaymentReturn) =>
    one.kind === "refund" && (one.state === "failed" || (one.state === "done" && one.paymentId !== grantedPaymentId));
  return changed.filter(isTold).map(({ id, state, centavos }) => {
    return { kind: `refund ${state}`, detail: { return: id, centavos } };
  });
}

/** When the granted payment was made; null while none is. */
function paidAtOf({ grantedPaymentId }: Settlement, payments: Payment[], now: Date): Date | null {
  if (grantedPaymentId === undefined) return null;
  return payments.find(({ id }) => id === grantedPaymentId)?.paidAt ?? now;
}

type Changed = { plan: Settlement; payments: Payment[]; done: PaymentReturn[]; fallen: PaymentReturn[] };
type Mailing = Omit<Storing, "log">;

/** The mails leave after the commit. The staff writes about a stray payment itself. */
async function addMails({ db, site }: Mailing, order: OrderRow, changed: Changed, now: Date): Promise<void> {
  const { plan, payments, done, fallen } = changed;
  const email = await getEmail(db, order.memberId);
  const isOfGranted = ({ paymentId }: PaymentReturn) => paymentId === plan.grantedPaymentId;
  const isBought = plan.entries.some(({ kind }) => kind === "purchase");
  const mails = [
    ...(isBought ? [receiptMail(order, paidAtOf(plan, payments, now) ?? now, site.origin)] : []),
    ...done.map(({ centavos }) => moneyMail("refund", order, centavos, site.origin)),
    ...fallen.filter(isOfGranted).map(({ centavos }) => moneyMail("refund-failed", order, centavos, site.origin)),
  ];
  for (const mail of mails) await addMail(db, email, mail, now);
}

type Mismatch = { order: OrderRow; payment: Payment; mismatches: string[] };

/** A payment that does not fit its order grants nothing. Its history says so once; the log, each time. */
async function noteMismatch({ db, log }: Storing, { order, payment, mismatches }: Mismatch, now: Date): Promise<void> {
  log.error({ order: order.id, payment: payment.id, mismatches }, "a payment does not fit its order");
  const { id, state, centavos } = payment;
  if (await hasMismatch(db, order.id, id, state)) return;
  const detail = { payment: id, state, mismatches, ...(isStray(payment, mismatches) && { centavos }) };
  await addOrderEvent(db, { orderId: order.id, kind: "mismatch", detail }, now);
}

type Surplus = Settlement["surplus"][number];

async function returnSurplus(db: Db, order: OrderRow, one: Surplus, now: Date): Promise<void> {
  const detail = { payment: one.paymentId, centavos: one.centavos };
  await addOrderEvent(db, { orderId: order.id, kind: "surplus", detail }, now);
  await askBack(db, order, { ...one, reason: "surplus" }, now);
}

type Judged = { plan: Settlement; strays: Payment[] };

/** A return that we did not ask for. Of another payment than the granted one it is no part of the price. */
function returnRow(order: OrderRow, { plan, strays }: Judged, one: PaymentReturn, now: Date) {
  const { id: returnId, paymentId, kind, centavos, state } = one;
  const { grantedPaymentId = paymentId } = plan;
  const isOfPrice = paymentId === grantedPaymentId && !strays.some(({ id }) => id === paymentId);
  const reason = isOfPrice ? ("provider" as const) : ("surplus" as const);
  return { orderId: order.id, returnId, paymentId, kind, centavos, state, reason, createdAt: now };
}

type Ask = {
  /** Of one id, money is asked for once. */
  returnId?: string;
  paymentId: string;
  centavos: number;
  reason: MoneyReturn["reason"];
  requestedBy?: string;
  /** Why, in the staff's words. */
  note?: string;
};

/** Asks for money of an order to go back, in the caller's transaction; a job asks the provider after the commit. */
export async function askBack(db: Db, order: { id: string }, ask: Ask, now: Date): Promise<void> {
  const { paymentId, centavos, reason, requestedBy, note } = ask;
  const returnId = ask.returnId ?? randomId().replaceAll("-", "");
  const facts = { orderId: order.id, returnId, paymentId, kind: "refund" as const, state: "requested" as const };
  await saveReturn(db, { ...facts, centavos, reason, requestedBy: requestedBy ?? null, createdAt: now });
  const detail = { return: returnId, centavos, reason, ...(note !== undefined && { note }) };
  const event = { kind: "refund requested", detail, ...(requestedBy && { actorId: requestedBy }) };
  await addOrderEvent(db, { orderId: order.id, ...event }, now);
  await addJob(db, "send-refund", { orderId: order.id, returnId });
}
