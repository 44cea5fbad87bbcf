import { addMail } from "../../base/mail/queries.ts";
import { getEmail } from "../../base/members/member-queries.ts";
import { refreshTiers } from "../../base/money/commands.ts";
import { addLedgerEntries, lockEntitlement } from "../../base/money/ledger-queries.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { uuidv7 } from "../../platform/ids.ts";
import type { Payment } from "../../platform/payments/provider.ts";
import { askBack } from "./ask-back.ts";
import { moneyMail, receiptMail } from "./mail-rules.ts";
import { addOrderEvent, changeOrderState, hasMismatch, listOrderEntries, type OrderRow } from "./order-queries.ts";
import { listReturns, saveReturn } from "./return-queries.ts";
import { mergeReturns, type PaymentReturn } from "./return-rules.ts";
import { eventsOf, eventsOfReturns } from "./settlement-event-rules.ts";
import { isStray, listMismatches, planSettlement, type Settlement } from "./settlement-rules.ts";

type StoreContext = Pick<Context, "db" | "log" | "site">;

/** Stores the changes by the payments of a locked order. Returns whether anything is new. */
export async function storeSettlement(
  { db, log, site }: StoreContext,
  order: OrderRow,
  providerPayments: Payment[],
  now: Date,
): Promise<boolean> {
  const payments = [];
  const strays = [];
  for (const payment of providerPayments) {
    const mismatches = listMismatches(order, payment);
    if (mismatches.length === 0) payments.push(payment);
    else if (isStray(payment, mismatches)) strays.push(payment);
    if (mismatches.length > 0) await noteMismatch({ db, log, site }, { order, payment, mismatches }, now);
  }
  const leftEntitlement = await lockEntitlement(db, order.memberId);
  const entries = await listOrderEntries(db, order.id);
  const knownReturns = await listKnownReturns(db, order.id);
  const returns = mergeReturns(knownReturns, [...payments, ...strays]);
  const plan = planSettlement({ order, entries, returns, left: leftEntitlement }, payments, now);

  const isNew = (moneyReturn: PaymentReturn) =>
    !knownReturns.some(({ id, state }) => id === moneyReturn.id && state === moneyReturn.state);
  const changedReturns = returns.filter(isNew);
  const fallen = changedReturns.filter(
    ({ id, state }) =>
      state === "failed" && knownReturns.some((knownReturn) => knownReturn.id === id && knownReturn.state === "done"),
  );
  for (const changedReturn of changedReturns)
    await saveReturn(db, returnRow(order, { plan, strays }, changedReturn, now));
  for (const { id } of fallen) log.error({ order: order.id, return: id }, "a refund failed after it was done");
  for (const stray of plan.surplus) await returnSurplus(db, order, stray, now);
  await storeEntries(db, order, plan, now);
  await addMails({ db, site }, order, { plan, payments, done: changedReturns.filter(isDoneRefund), fallen }, now);
  if (plan.state !== order.state) await changeOrderState(db, order.id, plan.state, paidAtOf(plan, payments, now));
  for (const event of [...eventsOfReturns(plan, changedReturns), ...eventsOf(order, plan)])
    await addOrderEvent(db, { orderId: order.id, ...event }, now);
  return plan.state !== order.state || plan.entries.length > 0 || changedReturns.length > 0;
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
  // Entries of the same moment are ordered by their ids, so the ids ascend: a member's statement shows the later entry
  // above.
  const ids = entries.map(() => uuidv7(now)).toSorted();
  const rows = entries.map((entry, index) => {
    return { ...entry, id: ids[index] ?? uuidv7(now), orderId, memberId, provider, writtenAt: now };
  });
  await addLedgerEntries(db, rows);
  await refreshTiers(db, [memberId], now);
}

const isDoneRefund = ({ kind, state }: PaymentReturn) => kind === "refund" && state === "done";

/** When the granted payment was made, or now if the provider does not say; null while no payment is granted. */
function paidAtOf({ grantedPaymentId }: Settlement, payments: Payment[], now: Date): Date | null {
  if (grantedPaymentId === undefined) return null;
  return payments.find(({ id }) => id === grantedPaymentId)?.paidAt ?? now;
}

type ChangedOrder = { plan: Settlement; payments: Payment[]; done: PaymentReturn[]; fallen: PaymentReturn[] };
type Mailing = Omit<StoreContext, "log">;

/** Adds the mails about a settlement, which are sent after the commit. Staff write about a stray payment themselves. */
async function addMails({ db, site }: Mailing, order: OrderRow, changedOrder: ChangedOrder, now: Date): Promise<void> {
  const { plan, payments, done: doneReturns, fallen } = changedOrder;
  const email = await getEmail(db, order.memberId);
  const isOfGranted = ({ paymentId }: PaymentReturn) => paymentId === plan.grantedPaymentId;
  const isBought = plan.entries.some(({ kind }) => kind === "purchase");
  const mails = [
    ...(isBought ? [receiptMail(order, paidAtOf(plan, payments, now) ?? now, site.origin)] : []),
    ...doneReturns.map(({ centavos }) => moneyMail("refund", order, centavos, site.origin)),
    ...fallen.filter(isOfGranted).map(({ centavos }) => moneyMail("refund-failed", order, centavos, site.origin)),
  ];
  for (const mail of mails) await addMail(db, email, mail, now);
}

type Mismatch = { order: OrderRow; payment: Payment; mismatches: string[] };

/** A payment that does not fit its order grants nothing. The order's history records it once, the log each time. */
async function noteMismatch(
  { db, log }: StoreContext,
  { order, payment, mismatches }: Mismatch,
  now: Date,
): Promise<void> {
  log.error({ order: order.id, payment: payment.id, mismatches }, "a payment does not fit its order");
  const { id, state, centavos } = payment;
  if (await hasMismatch(db, order.id, id, state)) return;
  const detail = { payment: id, state, mismatches, ...(isStray(payment, mismatches) && { centavos }) };
  await addOrderEvent(db, { orderId: order.id, kind: "mismatch", detail }, now);
}

type Surplus = Settlement["surplus"][number];

async function returnSurplus(db: Db, order: OrderRow, surplus: Surplus, now: Date): Promise<void> {
  const detail = { payment: surplus.paymentId, centavos: surplus.centavos };
  await addOrderEvent(db, { orderId: order.id, kind: "surplus", detail }, now);
  await askBack(db, order, { ...surplus, reason: "surplus" }, now);
}

type JudgedOrder = { plan: Settlement; strays: Payment[] };

/**
 * The row of a changed return. A return that the site asked for keeps its stored `reason`; any other return has
 * `surplus` when its payment was not granted, and is then no part of the price.
 */
function returnRow(order: OrderRow, { plan, strays }: JudgedOrder, paymentReturn: PaymentReturn, now: Date) {
  const { id: returnId, paymentId, kind, centavos, state } = paymentReturn;
  const { grantedPaymentId = paymentId } = plan;
  const isOfPrice = paymentId === grantedPaymentId && !strays.some(({ id }) => id === paymentId);
  const reason = isOfPrice ? ("provider" as const) : ("surplus" as const);
  return { orderId: order.id, returnId, paymentId, kind, centavos, state, reason, createdAt: now };
}
