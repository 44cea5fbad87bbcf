import { prices } from "@caramelo/contract/billing/prices";
import { addLedgerEntries, addLedgerEntry } from "../../base/money/ledger-queries.ts";
import { addOrderEvent, changeOrder, changeOrderState, listOrders } from "../../features/billing/order-queries.ts";
import { saveReturn } from "../../features/billing/return-queries.ts";
import { addReview } from "../../features/billing/withdrawal-queries.ts";
import { addReturn } from "../../features/sandbox/queries.ts";
import { SANDBOX } from "../../features/sandbox/sandbox-provider.ts";
import type { Db } from "../../platform/database/database.ts";
import { randomId, uuidv7 } from "../../platform/ids.ts";
import { addPack } from "../add-purchases.ts";
import { spendOf } from "./spends.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const RETURNED_DAYS = 20;
const BOUGHT_DAYS = 3;
const ASKED_DAYS = 1;
const USED = { tokens: 40, conversations: 3 };
const { centavos, tokens, conversations } = prices.tokens;

/**
 * Gives the staff a withdrawal to decide: the member has withdrawn from one pack before, and has used much of the next.
 * It adds nothing for a member who has bought something before, or where a demo member has withdrawn before: a later
 * release may name another buyer.
 */
export async function addWithdrawal(db: Db, memberId: string, now: Date): Promise<void> {
  if ((await listOrders(db, memberId, undefined, 1)).length > 0 || (await hasDemoReview(db))) return;
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await addReturnedOrder(db, memberId, ago(RETURNED_DAYS));
  const { orderId } = await addPack(db, memberId, ago(BOUGHT_DAYS));
  const spentAt = ago(ASKED_DAYS);
  const spends = Array.from({ length: USED.tokens }, (_, at) =>
    spendOf({
      memberId,
      messageId: `${memberId}/withdrawal/${at}`,
      isFirst: at < USED.conversations,
      at: new Date(spentAt.getTime() - (USED.tokens - at) * MINUTE_MS),
    }),
  );
  await addLedgerEntries(db, spends);
  await addReview(db, { orderId, memberId, requestedAt: spentAt });
  await addOrderEvent(db, { orderId, kind: "withdrawal requested", actorId: memberId }, spentAt);
}

async function hasDemoReview(db: Db): Promise<boolean> {
  const review = await db
    .selectFrom("withdrawalReview")
    .innerJoin("profile", "profile.memberId", "withdrawalReview.memberId")
    .where("profile.isDemo", "=", true)
    .select("withdrawalReview.orderId")
    .limit(1)
    .executeTakeFirst();
  return review !== undefined;
}

async function addReturnedOrder(db: Db, memberId: string, at: Date): Promise<void> {
  const { orderId, paymentId } = await addPack(db, memberId, at);
  const returnId = randomId().replaceAll("-", "");
  const facts = { kind: "refund" as const, centavos, state: "done" as const, createdAt: at };
  await addReturn(db, { ...facts, paymentId, id: returnId });
  await saveReturn(db, { ...facts, orderId, returnId, paymentId, reason: "withdrawal", requestedBy: memberId });
  const entry = { id: uuidv7(at), memberId, orderId, provider: SANDBOX, providerObjectId: returnId, writtenAt: at };
  await addLedgerEntry(db, { ...entry, kind: "refund", tokens: -tokens, conversations: -conversations });
  await changeOrder(db, orderId, { withdrawnAt: at });
  await changeOrderState(db, orderId, "refunded", at);
  await addOrderEvent(db, { orderId, kind: "refunded" }, at);
}
