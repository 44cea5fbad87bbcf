import { openPayments, type Payment, type PaymentProvider } from "../platform/payments/provider.ts";
import type { World } from "./world.ts";

type Changes = {
  /** Replaces what the provider reports about the payments that the sandbox has. */
  listPayments?: (payments: Payment[]) => Payment[] | Promise<Payment[]>;
  refund?: (
    request: Parameters<PaymentProvider["refund"]>[0],
    pass: () => Promise<"asked" | "refused">,
  ) => Promise<"asked" | "refused">;
};

/** Returns the context of a world whose payment provider answers differently from the sandbox. */
export function withProvider({ context }: World, changes: Changes): World["context"] {
  const sandbox = context.payments.byName("sandbox");
  const { listPayments = (payments) => payments, refund = (_, pass) => pass() } = changes;
  const provider: PaymentProvider = {
    ...sandbox,
    listPayments: async (order) => listPayments(await sandbox.listPayments(order)),
    refund: (request) => refund(request, () => sandbox.refund(request)),
  };
  return { ...context, payments: openPayments([provider]) };
}
