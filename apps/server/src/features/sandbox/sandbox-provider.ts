import * as z from "zod";
import type { Db } from "../../platform/database/database.ts";
import type { Payment, PaymentProvider } from "../../platform/payments/provider.ts";
import { makeToken } from "../../platform/secrets/tokens.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { addPayment, addReturn, findPaymentOfOrder, listReturns, lockPayment } from "./queries.ts";
import { isSigned, keptCentavos } from "./rules.ts";

export const SANDBOX = "sandbox";

const Body = z
  .string()
  .transform((text, context) => parseJson(text) ?? context.addIssue("no JSON"))
  .pipe(z.object({ orderId: z.uuid(), paymentId: z.string().regex(/^[\w-]{43}$/) }));

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The adapter of the sandbox, a payment company that runs in the same process. */
export function openSandboxProvider({ db, clock, secret }: { db: Db; clock: Clock; secret: Buffer }): PaymentProvider {
  return {
    name: SANDBOX,
    methods: ["pix", "card"],
    presentation: "frame",
    isLive: false,
    open: async ({ id: orderId, memberId, product, method, centavos, expiresAt }) => {
      const facts = { memberId, product, method, centavos, expiresAt, createdAt: clock.now() };
      await addPayment(db, { id: makeToken(), orderId, ...facts });
      const payment = await findPaymentOfOrder(db, orderId);
      if (!payment) throw new Error("a sandbox payment was added and is not there");
      return { url: `/sandbox/${payment.id}` };
    },
    listPayments: async ({ id }) => {
      const row = await findPaymentOfOrder(db, id);
      return row ? [toPayment(row, await listReturns(db, row.id), clock.now())] : [];
    },
    refund: (request) => db.transaction().execute((trx) => refund(trx, request, clock.now())),
    readWebhook: async (webhook, now) => {
      const subject = Body.safeParse(webhook.rawBody.toString("utf8")).data;
      return subject && isSigned(webhook, secret, now) ? [subject] : undefined;
    },
  };
}

type Refund = Parameters<PaymentProvider["refund"]>[0];

/** Returns money of a payment, once for each id; refused for an unpaid payment, or for more than is left of it. */
async function refund(trx: Db, { orderId, returnId: id, centavos }: Refund, now: Date): Promise<"asked" | "refused"> {
  const payment = await findPaymentOfOrder(trx, orderId);
  if (!payment) throw new Error("the sandbox has no payment of this order");
  const paymentId = payment.id;
  const lockedPayment = await lockPayment(trx, paymentId);
  const returns = await listReturns(trx, paymentId);
  if (returns.some((moneyReturn) => moneyReturn.id === id)) return "asked";
  if (lockedPayment?.state !== "paid" || centavos > keptCentavos(payment.centavos, returns)) return "refused";
  await addReturn(trx, { paymentId, id, kind: "refund", centavos, state: "done", createdAt: now });
  return "asked";
}

type Row = NonNullable<Awaited<ReturnType<typeof findPaymentOfOrder>>>;

function toPayment(row: Row, returns: Payment["returns"], now: Date): Payment {
  const { id, orderId, memberId, product, centavos, paidAt } = row;
  const state = row.state === "pending" && row.expiresAt <= now ? "expired" : row.state;
  return {
    id,
    state,
    paidAt,
    centavos,
    currency: "BRL",
    isLive: false,
    claims: { orderId, memberId, product },
    returns,
  };
}
