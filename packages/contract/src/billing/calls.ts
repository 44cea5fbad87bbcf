import * as z from "zod";
import { call, id, instant } from "../call/call.ts";
import { before, quietMemberCall } from "../call/common-calls.ts";
import { perMember } from "../call/limit-policy.ts";
import { only } from "../call/names.ts";
import { ORDER_PAGE, STATEMENT_PAGE } from "../limits.ts";

export const Product = z.enum(["tokens", "premium_monthly", "premium_quarterly", "highlight"]);
export type Product = z.infer<typeof Product>;
export const PaymentMethod = z.enum(["pix", "card"]);
export type PaymentMethod = z.infer<typeof PaymentMethod>;
/** `charged_back`: the money was returned after a dispute at the payer's bank. */
export const OrderState = z.enum(["created", "pending", "refused", "expired", "paid", "refunded", "charged_back"]);
export type OrderState = z.infer<typeof OrderState>;

/** A withdrawal to be decided by staff. */
export const WithdrawalReview = z.strictObject({
  state: z.enum(["waiting", "accepted", "refused"]),
  requestedAt: instant(),
  /** The deadline for the staff's answer. */
  answerBy: instant(),
  /** The staff's reason, once it has decided. */
  reason: z.string().nullable(),
});

export const OrderFacts = z.strictObject({
  id: z.uuid(),
  product: Product,
  method: PaymentMethod,
  /** The price at the time of the order. */
  centavos: z.int(),
  /** The refunded part of the price. */
  returnedCentavos: z.int(),
  state: OrderState,
  createdAt: instant(),
  paidAt: instant().nullable(),
  /** The deadline for withdrawing from a paid order; null if the member may not. */
  withdrawUntil: instant().nullable(),
  /** Whether a refund was requested but not completed. */
  isReturning: z.boolean(),
  /** Null if no withdrawal of this order ever needed a decision by staff. */
  review: WithdrawalReview.nullable(),
});

const OwnOrder = z.strictObject({
  ...OrderFacts.shape,
  /**
   * Whether a withdrawal would need the staff's decision: it is not the member's first, and either more than a tenth of
   * this order was used, or a withdrawal after the first refunded less than nine tenths or is not refunded yet.
   */
  needsReview: z.boolean(),
});

const Checkout = z.strictObject({
  order: OwnOrder,
  /** Whether the payment page is shown in a frame, or the browser navigates to it. */
  presentation: z.enum(["frame", "redirect"]),
  /** The address of the payment page; null if nothing is left to pay. */
  url: z.string().nullable(),
});

const orderCall = {
  ...quietMemberCall,
  names: { thing: "order", verdicts: only("own", "NOT_FOUND"), staff: { own: "NOT_FOUND" } },
  params: z.strictObject({ id: id() }),
  answers: OwnOrder,
} as const;

export const billing = {
  offers: call({
    ...quietMemberCall,
    method: "GET",
    path: "/offers",
    isOpenBeforeAge: true,
    answers: z.strictObject({
      methods: z.array(PaymentMethod),
      /** Whether payments are simulated, without real money. */
      isSandbox: z.boolean(),
      /**
       * The staff's deadline for the caller's withdrawal, before which no tokens are sold to the caller. Null when none
       * waits.
       */
      reviewUntil: instant().nullable(),
    }),
    summary: "How members can pay at this site, and whether the caller can buy tokens now.",
  }),
  makeOrder: call({
    ...quietMemberCall,
    method: "POST",
    path: "/orders",
    isRare: true,
    limit: perMember("orders"),
    // The product determines the price, and the session the buyer, so neither is an input.
    body: z.strictObject({ product: Product, method: PaymentMethod }),
    answers: Checkout,
    errors: [
      "PERMISSION_DENIED",
      "SALES_PAUSED",
      "WITHDRAWAL_UNDER_REVIEW",
      "PAYMENT_UNAVAILABLE",
      "RATE_LIMIT_EXCEEDED",
    ],
    summary:
      "Makes an order and opens its payment page; while an order of the same product and method can be paid and is not, it answers that one.",
  }),
  order: call({
    ...orderCall,
    method: "GET",
    path: "/orders/:id",
    isRare: true,
    isOpenBeforeAge: true,
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: "One of the caller's orders.",
  }),
  checkPayment: call({
    ...orderCall,
    method: "POST",
    path: "/orders/:id/check",
    isRare: true,
    limit: perMember("paymentChecks"),
    changes: { named: "self" },
    errors: ["NOT_FOUND", "PAYMENT_UNAVAILABLE", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Reads the payment of an order from its provider once more; it grants only what the provider says was paid.",
  }),
  orders: call({
    ...quietMemberCall,
    method: "GET",
    path: "/orders",
    isRare: true,
    isOpenBeforeAge: true,
    query: z.strictObject({ before }),
    answers: z.strictObject({ orders: z.array(OwnOrder), next: z.string().nullable() }),
    summary: `The caller's orders, the latest first, ${ORDER_PAGE} a page.`,
  }),
  withdraw: call({
    ...orderCall,
    method: "POST",
    path: "/orders/:id/withdrawal",
    isRare: true,
    isOpenBeforeAge: true,
    limit: perMember("orders", { apart: "withdraw" }),
    changes: { named: "self" },
    errors: ["NOT_FOUND", "WITHDRAWAL_TOO_LATE", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Withdraws from a purchase within 7 days: the full price goes back, and what it granted is taken. From a member's second one on it waits for the staff when more than a tenth was used, of it or of a later one before, or when the money of that is on its way. Again it changes nothing.",
  }),
  statement: call({
    ...quietMemberCall,
    method: "GET",
    path: "/statement",
    isRare: true,
    isOpenBeforeAge: true,
    query: z.strictObject({ before }),
    answers: z.strictObject({
      entries: z.array(
        z.strictObject({
          id: z.uuid(),
          kind: z.enum(["purchase", "spend", "refund", "refund_failed", "dispute", "dispute_won", "courtesy"]),
          product: Product.nullable(),
          tokens: z.int(),
          conversations: z.int(),
          premiumSeconds: z.int(),
          highlightedSeconds: z.int(),
          /** Whether staff granted premium without an end, or took it; null in other entries. */
          hasCourtesyPremium: z.boolean().nullable(),
          at: instant(),
        }),
      ),
      next: z.string().nullable(),
    }),
    summary: `Everything that changed what the caller may use, the latest first, ${STATEMENT_PAGE} a page.`,
  }),
};

/** Tokens, and the conversations that may still be opened. */
export const Balance = z.strictObject({ tokens: z.int(), conversations: z.int() });
