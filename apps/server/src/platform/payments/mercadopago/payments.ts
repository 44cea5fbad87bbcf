import { Chargeback, type MercadoPagoConfig, MercadoPagoError, Payment as Payments } from "mercadopago";
import * as z from "zod";
import type { OrderToPay, Payment } from "../provider.ts";
import { paymentOf, readSubject } from "./mercadopago-rules.ts";
import { ChargebackFacts, Listed, number, PaymentFacts } from "./mercadopago-schemas.ts";

const SEARCH_MAX = 100;

export async function listPayments(
  config: MercadoPagoConfig,
  { id }: OrderToPay,
  notifiedId?: string,
): Promise<Payment[]> {
  const foundPayments = await new Payments(config).search({ options: { external_reference: id, limit: SEARCH_MAX } });
  const ids = Listed.parse(foundPayments).results.map((result) => result.id);
  return Promise.all(
    [...new Set([...ids, ...(notifiedId ? [notifiedId] : [])])].map((paymentId) => readPayment(config, paymentId)),
  );
}

async function readPayment(config: MercadoPagoConfig, id: string): Promise<Payment> {
  const facts = PaymentFacts.parse(await new Payments(config).get({ id }));
  const payment = paymentOf(facts, undefined);
  return payment.state === "paid" ? paymentOf(facts, await findChargeback(config, id)) : payment;
}

/** Returns the chargeback of a payment, which Mercado Pago finds by the payment's number too. */
async function findChargeback(config: MercadoPagoConfig, paymentId: string) {
  return ChargebackFacts.optional().parse(await orMissing(() => new Chargeback(config).get({ id: paymentId })));
}

/** Returns the payment that a webhook's subject is about, and its order if the payment names one. */
export async function findPayment(
  config: MercadoPagoConfig,
  subject: string,
): Promise<{ id: string; orderId?: string } | undefined> {
  const parsedSubject = readSubject(subject);
  if (!parsedSubject) return undefined;
  if ("chargebackId" in parsedSubject) {
    const chargeback = await orMissing(() => new Chargeback(config).get({ id: parsedSubject.chargebackId }));
    const [paymentId] =
      z
        .object({ payments: z.array(number) })
        .optional()
        .parse(chargeback)?.payments ?? [];
    return paymentId === undefined ? undefined : findPayment(config, paymentId);
  }
  const payment = await orMissing(() => new Payments(config).get({ id: parsedSubject.paymentId }));
  const orderId = payment?.external_reference;
  return { id: parsedSubject.paymentId, ...(orderId && { orderId }) };
}

/** Returns the result of a request; undefined when the API answers that there is nothing. */
async function orMissing<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}

export const statusOf = (error: unknown) => (error instanceof MercadoPagoError ? error.status : undefined);
