import type { Context } from "../../platform/context.ts";
import { addJob } from "../../platform/database/jobs.ts";
import type { Webhook, WebhookSubject } from "../../platform/payments/provider.ts";
import { findOrder } from "./order-queries.ts";
import { saveWebhook } from "./queries.ts";

type WebhookContext = Pick<Context, "db" | "clock" | "log" | "payments">;

/**
 * Takes a webhook of a payment provider. A webhook grants nothing: it only plans that the payments of the named orders
 * are read again. Returns false, and logs it, for a webhook that the provider cannot have sent or that names no order
 * of the provider.
 */
export async function receiveWebhook(context: WebhookContext, name: string, webhook: Webhook): Promise<boolean> {
  const provider = context.payments.providers.find((provider) => provider.name === name);
  const subjects = await provider?.readWebhook(webhook, context.clock.now());
  if (!subjects) return refuse(context, name);
  let isTaken = subjects.length === 0;
  for (const subject of subjects) {
    const isOurs = (await planReading(context, name, subject)) || refuse(context, name, subject.orderId);
    isTaken ||= isOurs;
  }
  return isTaken;
}

/**
 * Plans to read a payment. A job asks the provider for a missing order id. Returns false for an order of another
 * provider.
 */
async function planReading({ db, clock }: WebhookContext, provider: string, subject: WebhookSubject): Promise<boolean> {
  const { paymentId, orderId } = subject;
  if (orderId !== undefined && (await findOrder(db, orderId))?.provider !== provider) return false;
  await db.transaction().execute(async (trx) => {
    await saveWebhook(trx, { provider, paymentId, orderId: orderId ?? null }, clock.now());
    if (orderId !== undefined) await addJob(trx, "settle-order", { id: orderId }, { key: `settle-order ${orderId}` });
    else
      await addJob(trx, "settle-payment", { provider, paymentId }, { key: `settle-payment ${provider} ${paymentId}` });
  });
  return true;
}

function refuse({ log }: WebhookContext, provider: string, order?: string): false {
  log.warn({ provider: provider.slice(0, 40), order }, "refused a webhook");
  return false;
}
