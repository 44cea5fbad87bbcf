import * as z from "zod";
import { PaymentMethod, Product } from "../billing/calls.ts";
import { call, instant } from "../call/call.ts";
import { officeCall } from "../call/common-calls.ts";
import { anyone } from "../call/limit-policy.ts";
import { all, ofMembers } from "../call/names.ts";

/** The secret of a sandbox payment. Its page needs nothing else. */
const params = z.strictObject({ token: z.string().regex(/^[\w-]{43}$/) });

const SandboxPayment = z.strictObject({
  product: Product,
  method: PaymentMethod,
  centavos: z.int(),
  state: z.enum(["pending", "paid", "refused", "expired"]),
  expiresAt: instant(),
  /** The text of the QR code of a Pix payment; null for a card. */
  pixCode: z.string().nullable(),
});

/** The events that an owner can trigger on a sandbox payment. */
export const SandboxEvent = z.enum([
  "paid",
  "refused",
  "expired",
  "paid_late",
  "refunded_in_part",
  "refunded",
  "charged_back",
  "dispute_won",
  "paid_and_refunded_out_of_order",
  "webhook_again",
]);
export type SandboxEvent = z.infer<typeof SandboxEvent>;

/** The calls of the payment page. */
const pageCall = {
  access: "public",
  path: "/sandbox/payments/:token",
  limit: anyone,
  changes: "none",
  offline: "no",
  names: {
    thing: "sandbox payment",
    // Anyone with the address of a payment page may use it, as at other payment companies.
    verdicts: { ...all("ok"), missing: "NOT_FOUND" },
    // Staff buy nothing, so they have no payments.
    staff: { own: "NOT_FOUND" },
  },
  params,
  answers: SandboxPayment,
  errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
} as const;

/** The calls of the sandbox: its payment page, and the events triggered by an owner. No money moves. */
export const sandbox = {
  payment: call({
    ...pageCall,
    isRare: true,
    method: "GET",
    summary: "A payment of the sandbox, for its payment page.",
  }),
  act: call({
    ...pageCall,
    isRare: true,
    method: "POST",
    body: z.strictObject({ action: z.enum(["pay", "refuse", "expire"]) }),
    summary:
      "Pays, refuses or expires a payment of the sandbox, as its page offers; one that has ended stays as it is.",
  }),
  operate: call({
    ...officeCall,
    method: "POST",
    path: "/admin/sandbox/:orderId",
    permission: "changeSandbox",
    changes: "none",
    // Staff have no orders.
    names: { thing: "order", verdicts: ofMembers() },
    params: z.strictObject({ orderId: z.uuid().toLowerCase() }),
    body: z.strictObject({ event: SandboxEvent }),
    answers: z.strictObject({}),
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: "Lets an event happen at the sandbox, which sends its webhook; what cannot happen changes nothing.",
  }),
};
