import type { OrderState, Product } from "@caramelo/contract/billing/calls";
import { contract } from "@caramelo/contract/contract";
import { startOfDayInBrazil } from "@caramelo/contract/formats/calendar";
import { ORDER_PAGE, ORDERS_CSV_MAX, REVENUE_DAYS } from "@caramelo/contract/limits";
import { addAuditEntry } from "../../../base/audit/queries.ts";
import { findStanding } from "../../../base/members/standing-queries.ts";
import { lockStreams } from "../../../base/members/stream-queries.ts";
import { refreshTiers } from "../../../base/money/commands.ts";
import { addLedgerEntry, findPremium, hasLedgerEntry, lockEntitlement } from "../../../base/money/ledger-queries.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { idOfName, uuidv7 } from "../../../platform/ids.ts";
import { recordListing } from "../../staff-watch/commands.ts";
import { amountsLeft, auditActionOf } from "../amount-rules.ts";
import { askBack } from "../ask-back.ts";
import { toCsv } from "../csv-rules.ts";
import { findOrder, listOrderEntries, lockOrder } from "../order-queries.ts";
import { csvRows, keptCentavos, keptStrays } from "../order-rules.ts";
import { presentStaffOrders, type StaffOrderRow } from "../own-orders.ts";
import { listReturns, listStrays, type ReturnRow } from "../return-queries.ts";
import { readSearch } from "../search-rules.ts";
import { findStaffOrder, listOrderEvents, listOrderLines, listRevenue, listStaffOrders } from "../staff-queries.ts";
import { findLeft, listLedgerLines } from "../withdrawal-queries.ts";
import { useOf } from "../withdrawal-rules.ts";

const DAY_MS = 86_400_000;
/** The provider in ledger entries that staff cause. */
const STAFF = "team";

type Query = { state?: OrderState | undefined; product?: Product | undefined; q?: string | undefined };
const readFilter = ({ state, product, q = "" }: Query) => ({ state, product, search: readSearch(q) });

export const staffOrders = handle(contract.billing.staffOrders, async ({ query, me, ...context }) => {
  const { db, clock, pageCursors } = context;
  await recordListing(context, me, { list: "orders" });
  const rows = await listStaffOrders(db, readFilter(query), pageCursors.read(query.before), ORDER_PAGE + 1);
  const { page, next } = pageCursors.cut(rows, ORDER_PAGE);
  return { orders: await presentStaffOrders({ db, clock }, page), next };
});

export const staffOrder = handle(contract.billing.staffOrder, async ({ params, db, clock }) => {
  const row = (await findStaffOrder(db, params.id)) ?? fail("NOT_FOUND");
  const [shownOrder = fail("NOT_FOUND")] = await presentStaffOrders({ db, clock }, [row]);
  const returns = await listReturns(db, [row.id]);
  const events = (await listOrderEvents(db, row.id)).map((event) => ({
    ...event,
    detail: { ...Object(event.detail) },
  }));
  const entries = await listOrderLines(db, row.id);
  const refundableCentavos = row.state === "paid" ? keptCentavos(row, returns) : 0;
  const strays = keptStrays(await listStrays(db, row.id), returns);
  const use = shownOrder.order.review?.state === "waiting" ? await findUse({ db, clock }, row) : null;
  return { ...shownOrder, refundableCentavos, use, strays, events, entries };
});

async function findUse({ db, clock }: Pick<Context, "db" | "clock">, { id, memberId, createdAt }: StaffOrderRow) {
  const leftEntitlement = await findLeft(db, memberId);
  const lines = await listLedgerLines(db, memberId, createdAt);
  return (leftEntitlement && useOf(id, lines, amountsLeft(leftEntitlement, clock.now()))) ?? null;
}

export const staffRefund = handle(
  contract.billing.staffRefund,
  async ({ params, body, me, publishChange, db, clock }) => {
    const now = clock.now();
    const order = (await findOrder(db, params.id)) ?? fail("NOT_FOUND");
    await db.transaction().execute(async (trx) => {
      const lockedOrder = await lockOrder(trx, order.id);
      const returns = await listReturns(trx, [order.id]);
      const returnId = idOfName(body.requestId, order.id).replaceAll("-", "");
      if (returns.some((moneyReturn) => moneyReturn.returnId === returnId)) return;
      const source = await findRefundable(trx, lockedOrder, returns, body.paymentId);
      if (!source || body.centavos > source.refundableCentavos) fail("REFUND_TOO_HIGH");
      const { paymentId, reason } = source;
      const requestedReturn = { returnId, paymentId, centavos: body.centavos, reason, note: body.reason };
      await askBack(trx, lockedOrder, { ...requestedReturn, requestedBy: me.id }, now);
      const details = { order: order.id, payment: paymentId, centavos: body.centavos, reason: body.reason };
      await addAuditEntry(trx, {
        at: now,
        actorId: me.id,
        action: "order.refunded",
        subjectId: order.memberId,
        details,
      });
    });
    publishChange([order.memberId]);
    return {};
  },
);

type RefundablePayment = { paymentId: string; refundableCentavos: number; reason: "staff" | "surplus" };

/** The payment that staff ask to return, a stray or the granted one, with how much of it has not gone back. */
async function findRefundable(
  db: Db,
  order: Parameters<typeof keptCentavos>[0] & { id: string },
  returns: ReturnRow[],
  strayId: string | undefined,
): Promise<RefundablePayment | undefined> {
  if (strayId !== undefined) {
    const stray = keptStrays(await listStrays(db, order.id), returns).find(({ paymentId }) => paymentId === strayId);
    return stray && { ...stray, reason: "surplus" };
  }
  const purchase = (await listOrderEntries(db, order.id)).find(({ kind }) => kind === "purchase");
  if (!purchase) return undefined;
  return { paymentId: purchase.providerObjectId, refundableCentavos: keptCentavos(order, returns), reason: "staff" };
}

export const grantCourtesy = handle(
  contract.billing.grantCourtesy,
  async ({ params, body, me, publishChange, db, clock }) => {
    const now = clock.now();
    const { id: memberId } = params;
    // An erased member has no profile any more; the ledger stays.
    if (!(await findStanding(db, memberId)) || !(await findPremium(db, memberId))) fail("NOT_FOUND");
    await db.transaction().execute(async (trx) => {
      // A send locks in the same order: first the stream, then the balance.
      await lockStreams(trx, [memberId]);
      const leftEntitlement = await lockEntitlement(trx, memberId);
      if (await hasLedgerEntry(trx, { provider: STAFF, providerObjectId: body.requestId, kind: "courtesy" })) return;
      await addLedgerEntry(trx, {
        id: uuidv7(now),
        memberId,
        kind: "courtesy",
        provider: STAFF,
        providerObjectId: body.requestId,
        tokens: Math.max(body.tokens, -leftEntitlement.tokens),
        conversations: Math.max(body.conversations, -leftEntitlement.conversations),
        hasCourtesyPremium: body.hasPremium ?? null,
        writtenAt: now,
      });
      await refreshTiers(trx, [memberId], now);
      const { requestId: _, ...details } = body;
      const action = auditActionOf(body);
      await addAuditEntry(trx, { at: now, actorId: me.id, action, subjectId: memberId, details });
    });
    publishChange([memberId]);
    const { tokens, conversations, hasCourtesyPremium } = await lockEntitlement(db, memberId);
    return { tokens, conversations, hasCourtesyPremium };
  },
);

export const revenue = handle(contract.billing.revenue, async ({ query, db, clock }) => {
  const days = query.days ?? REVENUE_DAYS;
  const since = new Date(startOfDayInBrazil(clock.now()).getTime() - (days - 1) * DAY_MS);
  return { days: await listRevenue(db, since) };
});

export const ordersCsv = handle(contract.billing.ordersCsv, async ({ query, me, db, clock }) => {
  const rows = await listStaffOrders(db, readFilter(query), undefined, ORDERS_CSV_MAX);
  const details = { count: rows.length };
  await addAuditEntry(db, { at: clock.now(), actorId: me.id, action: "orders.exported", subjectId: null, details });
  const presented = await presentStaffOrders({ db, clock }, rows);
  const orders = presented.map((order, index) => ({ ...order, isLive: rows[index]?.isLive ?? false }));
  const headers = { "content-disposition": 'attachment; filename="pedidos.csv"', "cache-control": "no-store" };
  return { bytes: Buffer.from(toCsv(csvRows(orders))), type: "text/csv; charset=utf-8", headers };
});
