import type { PaymentMethod, Product } from "@caramelo/contract/billing";
import { contract } from "@caramelo/contract/contract";
import { ORDER_PAGE, ORDER_REUSE_LEFT_MS } from "@caramelo/contract/limits";
import { prices } from "@caramelo/contract/prices";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { randomId, uuidv7 } from "../../../platform/ids.ts";
import type { PaymentProvider } from "../../../platform/payments/provider.ts";
import { getAccount } from "../../accounts/queries/accounts.ts";
import { addMail } from "../../mail/queries.ts";
import { withdrawalMail } from "../mail-rules.ts";
import {
  addOrder,
  addOrderEvent,
  changeOrderReference,
  changeOrderState,
  findOrder,
  findPayableOrder,
  listOrderEntries,
  listOrders,
  listReturns,
  lockEntitlement,
  lockOrder,
  markWithdrawn,
} from "../order-queries.ts";
import { expiryOf, keptCentavos, mayOrder, presentOrder, withdrawalEnd } from "../order-rules.ts";
import { applyPayments, askBack, readPayments } from "../settle-order.ts";

export const offers = handle(contract.billing.offers, async ({ payments: { providers } }) => ({
  methods: [...new Set(providers.flatMap(({ methods }) => methods))],
  isSandbox: providers.some(({ isLive }) => !isLive),
}));

export const makeOrder = handle(contract.billing.makeOrder, async ({ body, me, ...context }) => {
  if (!mayOrder(me.role, body.product)) fail("PERMISSION_DENIED");
  if (!context.operator.inForce().switches.sells) fail("SALES_PAUSED");
  const provider = context.payments.providers.find(({ methods }) => methods.includes(body.method));
  if (!provider) fail("PAYMENT_UNAVAILABLE");
  const wanted = { ...body, memberId: me.id, provider };
  await settlePaidOrder(context, wanted);
  const order = await findOrAddOrder(context, wanted);
  const { url, reference } = await ask(context, () => provider.open(order));
  if (reference !== undefined && reference !== order.reference)
    await changeOrderReference(context.db, order.id, reference);
  const isOpened = order.state === "created";
  if (isOpened) await markOpened(context, order.id);
  const opened = { ...order, state: isOpened ? ("pending" as const) : order.state };
  return { order: presentOrder(opened, [], context.clock.now()), presentation: provider.presentation, url };
});

export const order = handle(contract.billing.order, async ({ params, me, db, clock }) =>
  presentOwnOrder({ db, clock }, params.id, me.id),
);

export const checkPayment = handle(contract.billing.checkPayment, async ({ params, me, ...context }) => {
  const found = await getOwnOrder(context.db, params.id, me.id);
  const payments = await ask(context, () => readPayments(context, found));
  await applyPayments(context, found, payments);
  return presentOwnOrder(context, params.id, me.id);
});

export const orders = handle(contract.billing.orders, async ({ query, me, db, clock, pageCursors }) => {
  const rows = await listOrders(db, me.id, pageCursors.read(query.before), ORDER_PAGE + 1);
  const { page, next } = pageCursors.cut(
    rows.map((row) => ({ ...row, at: row.createdAt })),
    ORDER_PAGE,
  );
  const returns = await listReturns(
    db,
    page.map(({ id }) => id),
  );
  const now = clock.now();
  const ofOrder = Map.groupBy(returns, ({ orderId }) => orderId);
  return { orders: page.map((row) => presentOrder(row, ofOrder.get(row.id) ?? [], now)), next };
});

export const withdraw = handle(contract.billing.withdraw, async ({ params, me, publishChange, ...context }) => {
  const { db, clock } = context;
  await getOwnOrder(db, params.id, me.id);
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const locked = await lockOrder(trx, params.id);
    const returns = await listReturns(trx, [params.id]);
    const centavos = keptCentavos(locked, returns);
    // Again, while nothing failed: it changes nothing.
    if (locked.withdrawnAt && centavos === 0) return;
    const [purchase] = (await listOrderEntries(trx, params.id)).filter(({ kind }) => kind === "purchase");
    if (!withdrawalEnd(locked, returns, now) || !purchase) fail("WITHDRAWAL_TOO_LATE");
    const wanted = { paymentId: purchase.providerObjectId, centavos, reason: "withdrawal" as const };
    await markWithdrawn(trx, params.id, now);
    await askBack(trx, locked, { ...wanted, requestedBy: me.id }, now);
    const { email } = await getAccount(trx, me.id);
    const mail = withdrawalMail(locked, centavos, context.site.origin);
    await addMail(trx, { ...mail, id: uuidv7(now), to: email, createdAt: now });
  });
  publishChange([me.id]);
  return presentOwnOrder(context, params.id, me.id);
});

type Needed = Pick<Context, "db" | "clock" | "log" | "live" | "payments" | "site">;
type New = { memberId: string; product: Product; method: PaymentMethod; provider: PaymentProvider };

const termsOf = ({ provider: { name, isLive }, ...wanted }: New) => {
  return { ...wanted, provider: name, isLive, centavos: prices[wanted.product].centavos };
};
const payableUntil = (now: Date) => new Date(now.getTime() + ORDER_REUSE_LEFT_MS);

/**
 * Settles an order on the same terms that was paid, and whose webhook has not come yet: who buys again wants another one,
 * not the page of what is paid.
 */
async function settlePaidOrder(context: Needed, wanted: New): Promise<void> {
  const { db, clock } = context;
  const payable = await findPayableOrder(db, termsOf(wanted), payableUntil(clock.now()));
  if (!payable) return;
  const payments = await ask(context, () => readPayments(context, payable));
  if (payments.some(({ state }) => state === "paid")) await applyPayments(context, payable, payments);
}

/** Two presses of one button make one order: the member's lock is held while it is looked for. */
function findOrAddOrder({ db, clock }: Pick<Context, "db" | "clock">, wanted: New) {
  const now = clock.now();
  const terms = termsOf(wanted);
  return db.transaction().execute(async (trx) => {
    await lockEntitlement(trx, wanted.memberId);
    const known = await findPayableOrder(trx, terms, payableUntil(now));
    if (known) return known;
    const added = await addOrder(trx, { ...terms, id: randomId(), createdAt: now, expiresAt: expiryOf(now) });
    await addOrderEvent(trx, { orderId: added.id, kind: "created", actorId: wanted.memberId }, now);
    return added;
  });
}

async function markOpened({ db, clock }: Pick<Context, "db" | "clock">, id: string): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    // A payment may have been settled since.
    if ((await lockOrder(trx, id)).state !== "created") return;
    await changeOrderState(trx, id, "pending", null);
    await addOrderEvent(trx, { orderId: id, kind: "pending" }, now);
  });
}

/** Awaits a provider. Whatever goes wrong there is logged; the member reads that payments are not available now. */
async function ask<T>({ log }: Pick<Context, "log">, question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (err) {
    log.error({ err }, "a payment provider did not answer");
    return fail("PAYMENT_UNAVAILABLE");
  }
}

async function presentOwnOrder({ db, clock }: Pick<Context, "db" | "clock">, id: string, memberId: string) {
  return presentOrder(await getOwnOrder(db, id, memberId), await listReturns(db, [id]), clock.now());
}

async function getOwnOrder(db: Db, id: string, memberId: string) {
  const found = await findOrder(db, id);
  return found?.memberId === memberId ? found : fail("NOT_FOUND");
}
