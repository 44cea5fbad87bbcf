import type { Db } from "../../platform/database/database.ts";
import { addJob } from "../../platform/database/jobs.ts";
import type { MoneyReturn } from "../../platform/database/types.generated.ts";
import { randomId } from "../../platform/ids.ts";
import { addOrderEvent } from "./order-queries.ts";
import { saveReturn } from "./return-queries.ts";

type ReturnRequest = {
  /** The id of the return; money is asked for only once with the same id. A random one if left out. */
  returnId?: string;
  paymentId: string;
  centavos: number;
  reason: MoneyReturn["reason"];
  requestedBy?: string;
  /** The reason in the words of staff. */
  note?: string;
};

/**
 * Records in the caller's transaction that money of an order is to go back; a job asks the provider after the commit.
 */
export async function askBack(db: Db, order: { id: string }, ask: ReturnRequest, now: Date): Promise<void> {
  const { paymentId, centavos, reason, requestedBy, note } = ask;
  const returnId = ask.returnId ?? randomId().replaceAll("-", "");
  const facts = { orderId: order.id, returnId, paymentId, kind: "refund" as const, state: "requested" as const };
  await saveReturn(db, { ...facts, centavos, reason, requestedBy: requestedBy ?? null, createdAt: now });
  const detail = { return: returnId, centavos, reason, ...(note !== undefined && { note }) };
  const event = { kind: "refund requested" as const, detail, ...(requestedBy && { actorId: requestedBy }) };
  await addOrderEvent(db, { orderId: order.id, ...event }, now);
  await addJob(db, "send-refund", { orderId: order.id, returnId });
}
