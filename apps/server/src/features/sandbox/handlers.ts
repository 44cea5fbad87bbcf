import { brand } from "@caramelo/contract/brand/brand";
import { contract } from "@caramelo/contract/contract";
import { addJob } from "../../platform/database/jobs.ts";
import { handle } from "../../platform/handle.ts";
import { fail } from "../../platform/http/failure.ts";
import { pixCodeOf } from "../../platform/payments/pix/pix-rules.ts";
import { changePaymentAndNotify, type Payment } from "./change-payment.ts";
import { findPayment, findPaymentOfOrder } from "./queries.ts";
import { judgeAction, judgeEvent } from "./rules.ts";

// The domain `.invalid` ensures that no bank finds a payment at this location.
const LOCATION = "pix.sandbox.invalid/";

export const payment = handle(contract.sandbox.payment, async ({ params, db, clock }) => {
  return present((await findPayment(db, params.token)) ?? fail("NOT_FOUND"), clock.now());
});

export const act = handle(contract.sandbox.act, async ({ params, body, db, clock }) => {
  const now = clock.now();
  const changedPayment = await changePaymentAndNotify(
    db,
    params.token,
    (payment) => judgeAction(body.action, payment, now),
    now,
  );
  return present(changedPayment ?? fail("NOT_FOUND"), now);
});

export const operate = handle(contract.sandbox.operate, async ({ params, body, db, clock }) => {
  const foundPayment = (await findPaymentOfOrder(db, params.orderId)) ?? fail("NOT_FOUND");
  await changePaymentAndNotify(db, foundPayment.id, (payment) => judgeEvent(body.event, payment), clock.now());
  if (body.event === "webhook_again") await addJob(db, "send-sandbox-webhook", { paymentId: foundPayment.id });
  return {};
});

function present(row: Omit<Payment, "returns">, now: Date) {
  const { product, method, centavos, expiresAt } = row;
  const state = row.state === "pending" && expiresAt <= now ? ("expired" as const) : row.state;
  const receiver = { name: brand.name, city: "Sao Paulo" };
  const pixCode = method === "pix" ? pixCodeOf(`${LOCATION}${row.id}`, receiver) : null;
  return { product, method, centavos, state, expiresAt, pixCode };
}
