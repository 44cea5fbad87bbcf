import { contract } from "@caramelo/contract/contract";
import { WITHDRAWAL_QUEUE_MAX } from "@caramelo/contract/limits";
import { addAuditEntry } from "../../../base/audit/queries.ts";
import { addMail } from "../../../base/mail/queries.ts";
import { getEmail } from "../../../base/members/member-queries.ts";
import { lockEntitlement } from "../../../base/money/ledger-queries.ts";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { randomId } from "../../../platform/ids.ts";
import { publishBell } from "../../notifications/commands.ts";
import { addNotifications } from "../../notifications/queries/add-notifications.ts";
import { amountsLeft } from "../amount-rules.ts";
import { askBack } from "../ask-back.ts";
import { moneyMail, withdrawalDecidedMail, withdrawalReviewMail } from "../mail-rules.ts";
import { addOrderEvent, changeOrder, findOrder, listOrderEntries, lockOrder, type OrderRow } from "../order-queries.ts";
import { keptCentavos, withdrawalEnd } from "../order-rules.ts";
import { getOwnOrder, listEarlierWithdrawals, presentOwnOrder, presentStaffOrders } from "../own-orders.ts";
import { listReturns, type ReturnRow } from "../return-queries.ts";
import { listStaffOrdersById } from "../staff-queries.ts";
import { addReview, decideReview, findReview, listLedgerLines, listWaitingReviews } from "../withdrawal-queries.ts";
import { answerBy, judgeDecision, mayAsk, needsReview, type Use, useOf } from "../withdrawal-rules.ts";

export const withdraw = handle(contract.billing.withdraw, async ({ params, me, publishChange, ...context }) => {
  const { db, clock, site } = context;
  await getOwnOrder(db, params.id, me.id);
  await db
    .transaction()
    .execute((trx) => storeWithdrawal(trx, { orderId: params.id, origin: site.origin }, clock.now()));
  publishChange([me.id]);
  return presentOwnOrder(context, params.id, me.id);
});

type WithdrawalRequest = { orderId: string; origin: string };

/** Stores a buyer's withdrawal: either the money is returned, or staff must decide. A mail says which. */
async function storeWithdrawal(trx: Db, { orderId, origin }: WithdrawalRequest, now: Date): Promise<void> {
  const order = await lockOrder(trx, orderId);
  // The lock keeps the member's use and earlier withdrawals unchanged until this withdrawal is stored. Settlements lock
  // in the same order.
  const leftEntitlement = await lockEntitlement(trx, order.memberId);
  const returns = await listReturns(trx, [orderId]);
  const review = await findReview(trx, orderId);
  // A repeated request changes nothing, unless a refund failed.
  if (order.withdrawnAt && keptCentavos(order, returns) === 0) return;
  if (review?.isAccepted === null) return;
  if (!withdrawalEnd(order, returns, now) || !mayAsk(review)) fail("WITHDRAWAL_TOO_LATE");
  const lines = await listLedgerLines(trx, order.memberId, order.createdAt);
  const use = useOf(orderId, lines, amountsLeft(leftEntitlement, now)) ?? fail("WITHDRAWAL_TOO_LATE");
  const isReviewed = needsReview(order, await listEarlierWithdrawals(trx, order.memberId), use);
  const mail = isReviewed
    ? await askStaff(trx, order, { use, origin }, now)
    : moneyMail("withdrawal", order, await payBack(trx, order, { returns, requestedBy: order.memberId }, now), origin);
  await addMail(trx, await getEmail(trx, order.memberId), mail, now);
}

/** Leaves the withdrawal from a locked order to staff; returns the mail that says so. */
async function askStaff(
  trx: Db,
  { memberId, ...order }: OrderRow,
  { use, origin }: { use: Use; origin: string },
  now: Date,
) {
  await addReview(trx, { orderId: order.id, memberId, requestedAt: now });
  const event = { kind: "withdrawal requested" as const, detail: use, actorId: memberId };
  await addOrderEvent(trx, { orderId: order.id, ...event }, now);
  return withdrawalReviewMail(order, answerBy(now), origin);
}

type Paying = { returns: ReturnRow[]; requestedBy: string; note?: string };

/** Records the withdrawal, and that the rest of a locked order's price is to go back. Returns that rest in centavos. */
async function payBack(trx: Db, order: OrderRow, { returns, ...request }: Paying, now: Date): Promise<number> {
  const centavos = keptCentavos(order, returns);
  const purchase = (await listOrderEntries(trx, order.id)).find(({ kind }) => kind === "purchase");
  if (!purchase) throw new Error("a withdrawal from an order that granted nothing");
  await changeOrder(trx, order.id, { withdrawnAt: now });
  const requestedReturn = { paymentId: purchase.providerObjectId, centavos, reason: "withdrawal" as const, ...request };
  if (centavos > 0) await askBack(trx, order, requestedReturn, now);
  return centavos;
}

export const staffWithdrawals = handle(contract.billing.staffWithdrawals, async ({ db, clock }) => {
  const ids = await listWaitingReviews(db, WITHDRAWAL_QUEUE_MAX);
  const rows = new Map((await listStaffOrdersById(db, ids)).map((row) => [row.id, row]));
  return {
    orders: await presentStaffOrders(
      { db, clock },
      ids.flatMap((id) => rows.get(id) ?? []),
    ),
  };
});

export const decideWithdrawal = handle(
  contract.billing.decideWithdrawal,
  async ({ params, body, me, publishChange, live, site, db, clock }) => {
    const { memberId } = (await findOrder(db, params.id)) ?? fail("NOT_FOUND");
    const decision = { ...body, orderId: params.id, actorId: me.id, origin: site.origin };
    await db.transaction().execute((trx) => storeDecision(trx, decision, clock.now()));
    publishChange([memberId]);
    await publishBell({ db, live }, memberId);
    return {};
  },
);

type Decision = { orderId: string; isAccepted: boolean; reason: string; actorId: string; origin: string };

/** Stores the decision of staff and all that follows from it. The lock of the order makes another decision wait. */
async function storeDecision(trx: Db, decision: Decision, now: Date): Promise<void> {
  const { orderId, isAccepted, reason, actorId } = decision;
  const order = await lockOrder(trx, orderId);
  const review = (await findReview(trx, orderId)) ?? fail("NOT_FOUND");
  const returns = await listReturns(trx, [orderId]);
  const verdict = judgeDecision(review, decision, returns);
  if (verdict === "again") return;
  if (verdict === "decided") fail("WITHDRAWAL_DECIDED");
  if (verdict === "disputed") fail("ORDER_DISPUTED");
  await decideReview(trx, orderId, { isAccepted, reason, decidedBy: actorId, decidedAt: now });
  const kind = isAccepted ? "withdrawal accepted" : "withdrawal refused";
  await addOrderEvent(trx, { orderId, kind, detail: { note: reason }, actorId }, now);
  if (isAccepted) await payBack(trx, order, { returns, requestedBy: actorId, note: reason }, now);
  await announceDecision(trx, order, decision, now);
  const action = isAccepted ? "withdrawal.accepted" : "withdrawal.refused";
  const details = { order: orderId, reason };
  await addAuditEntry(trx, { at: now, actorId, action, subjectId: order.memberId, details });
}

async function announceDecision(trx: Db, order: OrderRow, decision: Decision, now: Date): Promise<void> {
  const { memberId } = order;
  const mail = withdrawalDecidedMail(order, decision, decision.origin);
  await addMail(trx, await getEmail(trx, memberId), mail, now);
  const notification = { id: randomId(), memberId, actorId: decision.actorId, createdAt: now };
  await addNotifications(trx, "withdrawal", [notification]);
}
