import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

type Webhook = { provider: string; paymentId: string; orderId: string | null };

/** Records that a webhook about a payment came. Each payment has one row, however many webhooks come. */
export async function saveWebhook(db: Db, webhook: Webhook, now: Date): Promise<void> {
  await db
    .insertInto("paymentWebhook")
    .values({ ...webhook, firstAt: now, lastAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(["provider", "paymentId"])
        .doUpdateSet({ lastAt: now, times: sql`least(payment_webhook.times + 1, 1000000)` }),
    )
    .execute();
}

export async function saveWebhookOrder(db: Db, { provider, paymentId }: Omit<Webhook, "orderId">, orderId: string) {
  await db
    .updateTable("paymentWebhook")
    .set({ orderId })
    .where("provider", "=", provider)
    .where("paymentId", "=", paymentId)
    .execute();
}
