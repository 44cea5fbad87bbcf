import * as z from "zod";
import { addMail } from "../../base/mail/queries.ts";
import type { Context } from "../../platform/context.ts";
import { isUuid } from "../../platform/ids.ts";
import { job } from "../../platform/job.ts";
import { sendSandboxWebhook } from "../sandbox/commands.ts";
import { endReminderMail } from "./mail-rules.ts";
import { addOrderEvent, findOrder, lockOrder } from "./order-queries.ts";
import { recordEndReminders, removeOldEndReminders, saveWebhookOrder } from "./queries.ts";
import { receiveWebhook } from "./receive-webhook.ts";
import { listReturns, type ReturnRow, saveReturn } from "./return-queries.ts";
import { isAskedFor } from "./return-rules.ts";
import { readPayments, type SettleContext, settleOrder } from "./settle-order.ts";
import { listKnownReturns } from "./store-settlement.ts";

const BATCH = 100;
/** How long before the end of paid time the member is reminded. */
const REMIND_MS = 3 * 86_400_000;

/**
 * Tells each provider what it must know, such as the address for its webhooks. A failing one does not stop the others.
 */
async function connectProviders({ payments }: Pick<Context, "payments">): Promise<void> {
  const outcomes = await Promise.allSettled(payments.providers.map((provider) => provider.connect?.()));
  const failure = outcomes.find((outcome) => outcome.status === "rejected");
  if (failure) throw failure.reason;
}

/**
 * Asks the provider for a refund. Providers forget the ids of requests after a while, so the returns that they list are
 * read first, in case this refund was already asked for.
 */
export async function sendRefund(context: SettleContext, { orderId, returnId }: { orderId: string; returnId: string }) {
  const { db, payments } = context;
  const order = await findOrder(db, orderId);
  const knownReturns = await listKnownReturns(db, orderId);
  const wantedReturn = knownReturns.find((knownReturn) => knownReturn.returnId === returnId);
  if (!order || wantedReturn?.state !== "requested") return;
  const { paymentId, centavos } = wantedReturn;
  if (!isAskedFor(returnId, knownReturns, await readPayments(context, order))) {
    const outcome = await payments.byName(order.provider).refund({ orderId, paymentId, returnId, centavos });
    if (outcome === "refused") await giveUpRefund(context, wantedReturn);
  }
  // A refused refund is settled as well, because the money may have gone back in another way.
  await settleOrder(context, orderId);
}

/** Records that a provider refused a refund for good: the order's history says so, and staff may ask again. */
async function giveUpRefund({ db, clock, log, live }: SettleContext, { orderId, returnId, centavos }: ReturnRow) {
  log.error({ order: orderId, return: returnId }, "a refund was refused");
  const now = clock.now();
  const { memberId } = await db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId);
    const knownReturn = (await listReturns(trx, [orderId])).find((moneyReturn) => moneyReturn.returnId === returnId);
    // The provider may have reported the refund since.
    if (knownReturn?.state !== "requested") return order;
    await saveReturn(trx, { ...knownReturn, state: "refused" });
    await addOrderEvent(trx, { orderId, kind: "refund refused", detail: { return: returnId, centavos } }, now);
    return order;
  });
  live.publish(memberId, "changed", { what: "self" });
}

const NamedPayment = z.object({ provider: z.string(), paymentId: z.string() });

/**
 * Settles the order of a payment that a webhook named. A payment that belongs to no order of this site is only logged.
 */
async function settlePayment(
  context: SettleContext,
  { provider, paymentId }: z.output<typeof NamedPayment>,
): Promise<void> {
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

/**
 * Reminds members of the end of their paid time. The mail and its record are stored together, so each end is mailed
 * once. Returns how many mails there are.
 */
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

const Refund = z.object({ orderId: z.uuid(), returnId: z.string() });

export const jobs = [
  job("connect-providers", "Conectar os provedores de pagamento", { cron: "2 6 * * *", run: connectProviders }),
  job("remind-of-ends", "Lembrar do fim de planos", { cron: "5 11-22 * * *", run: remindOfEnds }),
  job("send-refund", "Pedir um reembolso ao provedor", {
    class: "payments",
    payload: { schema: Refund, holds: { orderId: "row", returnId: "row" }, category: "purchases" },
    run: sendRefund,
  }),
  job("send-sandbox-webhook", "Notificação do pagamento de teste", {
    class: "payments",
    payload: { schema: z.object({ paymentId: z.string() }), holds: { paymentId: "row" }, category: "purchases" },
    run: (context, { paymentId }) =>
      sendSandboxWebhook(context, paymentId, (provider, webhook) => receiveWebhook(context, provider, webhook)),
  }),
  job("settle-order", "Apurar um pedido", {
    class: "payments",
    payload: { schema: z.object({ id: z.uuid() }), holds: { id: "row" }, category: "purchases" },
    run: (context, { id }) => settleOrder(context, id),
  }),
  job("settle-payment", "Apurar um pagamento", {
    class: "payments",
    payload: { schema: NamedPayment, holds: { provider: "internal", paymentId: "row" }, category: "purchases" },
    run: settlePayment,
  }),
];
