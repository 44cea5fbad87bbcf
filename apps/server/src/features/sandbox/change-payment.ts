import type { Db } from "../../platform/database/database.ts";
import { addJob } from "../../platform/database/jobs.ts";
import { randomId } from "../../platform/ids.ts";
import { addReturn, changePayment, listReturns, lockPayment, winDispute } from "./queries.ts";
import type { Change } from "./rules.ts";

export type Payment = NonNullable<Awaited<ReturnType<typeof lockPayment>>> & {
  returns: Awaited<ReturnType<typeof listReturns>>;
};

/**
 * Changes a payment and plans its webhooks in one transaction, so that after a crash either both happened or neither.
 */
export function changePaymentAndNotify(
  db: Db,
  paymentId: string,
  judge: (payment: Payment) => Change[],
  now: Date,
): Promise<Payment | undefined> {
  return db.transaction().execute(async (trx) => {
    const lockedPayment = await lockPayment(trx, paymentId);
    if (!lockedPayment) return undefined;
    for (const change of judge({ ...lockedPayment, returns: await listReturns(trx, paymentId) })) {
      await store(trx, paymentId, change, now);
      // Each change has its own webhook. The receiver must cope with any order.
      await addJob(trx, "send-sandbox-webhook", { paymentId });
    }
    const changedPayment = (await lockPayment(trx, paymentId)) ?? lockedPayment;
    return { ...changedPayment, returns: await listReturns(trx, paymentId) };
  });
}

async function store(trx: Db, paymentId: string, change: Change, now: Date): Promise<void> {
  if ("state" in change) return changePayment(trx, paymentId, change.state, change.state === "paid" ? now : null);
  if ("wonDispute" in change) return winDispute(trx, paymentId, change.wonDispute);
  const { kind, centavos } = change.returned;
  const state = kind === "refund" ? "done" : "open";
  await addReturn(trx, { paymentId, id: randomId(), kind, centavos, state, createdAt: now });
}
