import type { Context } from "../../platform/context.ts";
import type { Webhook } from "../../platform/payments/provider.ts";
import { findPayment, readWebhookSecret } from "./queries.ts";
import { SIGNATURE_HEADER, signWebhook } from "./rules.ts";
import { SANDBOX } from "./sandbox-provider.ts";

type Deps = Pick<Context, "db" | "clock">;
type WebhookDelivery = (provider: string, webhook: Webhook) => Promise<unknown>;

/**
 * Sends the webhook of a payment. The webhook only names the payment; the receiver reads the rest through the adapter.
 */
export async function sendSandboxWebhook(
  { db, clock }: Deps,
  paymentId: string,
  deliver: WebhookDelivery,
): Promise<void> {
  const payment = await findPayment(db, paymentId);
  if (!payment) return;
  const rawBody = Buffer.from(JSON.stringify({ orderId: payment.orderId, paymentId }));
  const signature = signWebhook(rawBody, await readWebhookSecret(db), clock.now());
  await deliver(SANDBOX, { rawBody, headers: { [SIGNATURE_HEADER]: signature } });
}
