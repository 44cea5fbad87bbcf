import * as z from "zod";

// The fields that the product reads of Mercado Pago's answers, which may have more.

export const number = z.coerce.string();
/** The facts of a payment. A payment without them is not ours. */
export const PaymentFacts = z.object({
  id: number,
  status: z.string(),
  date_approved: z.string().nullish(),
  transaction_amount: z.number(),
  currency_id: z.string(),
  live_mode: z.boolean(),
  external_reference: z.string().nullish(),
  metadata: z.object({ member: z.string().nullish(), product: z.string().nullish() }).nullish().catch(null),
  refunds: z.array(z.object({ id: number, amount: z.number(), status: z.string().catch("") })).nullish(),
});
export type PaymentFacts = z.infer<typeof PaymentFacts>;

export const ChargebackFacts = z.object({ id: number, amount: z.coerce.number(), coverage_applied: z.unknown() });
export type ChargebackFacts = z.infer<typeof ChargebackFacts>;

export const Cause = z.object({ code: number });
export const Listed = z.object({ results: z.array(z.object({ id: number })) });
