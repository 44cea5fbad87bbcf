import { sql } from "kysely";
import { countEvents, type MemberEvents, type Period } from "../../platform/database/count-of.ts";
import type { Db } from "../../platform/database/database.ts";
import { isAfterCursor, type PageCursor } from "../../platform/database/page-cursor.ts";

/**
 * The ledger entries of a member after a page cursor, the latest first, without the opening entry, which changed
 * nothing.
 */
export function listStatement(db: Db, memberId: string, after: PageCursor | undefined, limit: number) {
  return db
    .selectFrom("ledgerEntry")
    .leftJoin("productOrder", "productOrder.id", "ledgerEntry.orderId")
    .where("ledgerEntry.memberId", "=", memberId)
    .where("kind", "!=", "opening")
    .where(isAfterCursor(after, "writtenAt", "ledgerEntry.id"))
    .orderBy("writtenAt", "desc")
    .orderBy("ledgerEntry.id", "desc")
    .limit(limit)
    .select(["ledgerEntry.id", "kind", "product", "writtenAt as at"])
    .select(["tokens", "conversations", "premiumSeconds", "highlightedSeconds", "hasCourtesyPremium"])
    .$narrowType<{ kind: "purchase" | "spend" | "refund" | "refund_failed" | "dispute" | "dispute_won" | "courtesy" }>()
    .execute();
}

type EndingBenefit = { what: "premium" | "highlight"; endsAt: Date; email: string };

/** Records up to `limit` ends of paid time of which active members were not yet reminded, and returns them. */
export async function recordEndReminders(db: Db, after: Date, until: Date, limit: number): Promise<EndingBenefit[]> {
  const { rows } = await sql<EndingBenefit>`
    with ending as (
      select member_id, 'premium' as what, premium_until as ends_at from entitlement
      where premium_until > ${after} and premium_until <= ${until} and not has_courtesy_premium
      union all
      select member_id, 'highlight', highlighted_until from entitlement
      where highlighted_until > ${after} and highlighted_until <= ${until}
    ), recorded as (
      insert into end_reminder (member_id, what, ends_at)
      select member_id, what, ends_at
      from ending join profile using (member_id)
      where profile.is_active and not exists (
        select from end_reminder known
        where known.member_id = ending.member_id and known.what = ending.what and known.ends_at = ending.ends_at
      )
      limit ${limit}
      on conflict do nothing
      returning member_id, what, ends_at
    )
    select what, ends_at, email from recorded join member on member.id = member_id`.execute(db);
  return rows;
}

export async function removeOldEndReminders(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("endReminder").where("endsAt", "<", before).execute();
}

/** Members who ordered something in a period. */
export function listBuyers(db: Db, { from, to }: Period): Promise<MemberEvents[]> {
  return db
    .selectFrom("productOrder")
    .where("createdAt", ">=", from)
    .where("createdAt", "<", to)
    .groupBy("memberId")
    .select(["memberId", ...countEvents("createdAt")])
    .execute();
}

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
