import * as z from "zod";
import { NamedMember } from "../accounts/account.ts";
import { call, id, instant, wireInt } from "../call/call.ts";
import { before, officeCall, quietOfficeCall } from "../call/common-calls.ts";
import { all, ofMembers } from "../call/names.ts";
import { staffWords } from "../call/text.ts";
import { EMAIL_MAX, ORDER_PAGE, ORDERS_CSV_MAX, REVENUE_DAYS_MAX, WITHDRAWAL_QUEUE_MAX } from "../limits.ts";
import { OrderFacts, OrderState, Product } from "./calls.ts";

const params = z.strictObject({ id: id() });
// Staff have no orders.
const verdicts = ofMembers();
const namesOrder = { thing: "order", verdicts } as const;
/** A withdrawal has no id: the input names the order whose withdrawal waits for the staff. */
const namesWithdrawal = { thing: "withdrawal", verdicts } as const;

/** Office calls that refund money or change a member's entitlement. */
const moneyCall = {
  ...officeCall,
  method: "POST",
  permission: "refundOrders",
  changes: { named: "self" },
  params,
} as const;
const readCall = { ...quietOfficeCall, method: "GET", permission: "viewOrders" } as const;

const filter = {
  state: OrderState.optional(),
  product: Product.optional(),
  /**
   * The start of the buyer's e-mail address, of a word of their name or of the order's number; or a payment's number.
   */
  q: z.string().max(EMAIL_MAX).optional(),
};

const StaffOrder = z.strictObject({ order: OrderFacts, provider: z.string(), buyer: NamedMember });

const Amounts = z.strictObject({
  tokens: z.int(),
  conversations: z.int(),
  premiumSeconds: z.int(),
  highlightedSeconds: z.int(),
});

export const staffBilling = {
  staffOrders: call({
    ...readCall,
    path: "/admin/orders",
    query: z.strictObject({ ...filter, before }),
    answers: z.strictObject({ orders: z.array(StaffOrder), next: z.string().nullable() }),
    summary: `All orders that fit the filter, the latest first, ${ORDER_PAGE} a page.`,
  }),
  staffOrder: call({
    ...officeCall,
    method: "GET",
    path: "/admin/orders/:id",
    permission: "viewOrders",
    changes: "none",
    names: namesOrder,
    params,
    answers: z.strictObject({
      ...StaffOrder.shape,
      /** The refundable part of the price, in centavos. */
      refundableCentavos: z.int(),
      /** What the order granted, and how much of it is used; null unless a withdrawal waits for the staff. */
      use: z.strictObject({ granted: Amounts, used: Amounts }).nullable(),
      /** Unrefunded payments that granted nothing: another amount, buyer or product, or a double payment. */
      strays: z.array(z.strictObject({ paymentId: z.string(), refundableCentavos: z.int() })),
      events: z.array(
        z.strictObject({
          id: z.uuid(),
          kind: z.string(),
          detail: z.record(z.string(), z.unknown()),
          actor: z.string().nullable(),
          at: instant(),
        }),
      ),
      entries: z.array(z.strictObject({ id: z.uuid(), ...Amounts.shape, kind: z.string(), at: instant() })),
    }),
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: "One order with everything that happened to it, and each line of the ledger that it caused.",
  }),
  staffRefund: call({
    ...moneyCall,
    path: "/admin/orders/:id/refunds",
    names: {
      ...namesOrder,
      // Only a stray payment of this order may be named, and orders rarely have one.
      beside: { paymentId: { thing: "sandbox payment", verdicts: all("REFUND_TOO_HIGH") } },
    },
    body: z.strictObject({
      /** One id per press of the button, so that a repeated request has no further effect. */
      requestId: id(),
      /** The stray payment to refund. Without it, the payment that granted the product is refunded. */
      paymentId: z.string().max(255).optional(),
      centavos: z.int().min(1),
      /** The reason, for the order's history and the audit log. */
      reason: staffWords,
    }),
    answers: z.strictObject({}),
    errors: ["NOT_FOUND", "REFUND_TOO_HIGH", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Asks the provider to return money of an order, wholly or in part; what the part granted is taken. A stray payment granted nothing.",
  }),
  staffWithdrawals: call({
    ...readCall,
    path: "/admin/withdrawals",
    permission: "refundOrders",
    answers: z.strictObject({ orders: z.array(StaffOrder) }),
    summary: `Orders from which a withdrawal waits for the staff, the one that has waited longest first, ${WITHDRAWAL_QUEUE_MAX} at most.`,
  }),
  decideWithdrawal: call({
    ...moneyCall,
    path: "/admin/orders/:id/withdrawal",
    names: namesWithdrawal,
    body: z.strictObject({ isAccepted: z.boolean(), reason: staffWords }),
    answers: z.strictObject({}),
    errors: ["NOT_FOUND", "WITHDRAWAL_DECIDED", "ORDER_DISPUTED", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Decides a withdrawal that waits for the staff, with a reason that the member reads: accepted, the price goes back and what was granted is taken. The same decision sent again changes nothing.",
  }),
  grantCourtesy: call({
    ...moneyCall,
    path: "/admin/members/:id/courtesies",
    permission: "grantBenefits",
    names: { thing: "member", verdicts: ofMembers() },
    body: z.strictObject({
      /** One id per press of the button, so that a repeated request has no further effect. */
      requestId: id(),
      tokens: z.int().min(-10_000).max(10_000).default(0),
      conversations: z.int().min(-1_000).max(1_000).default(0),
      /** True grants premium without an end, false ends it. Paid periods are unaffected. */
      hasPremium: z.boolean().optional(),
      reason: staffWords,
    }),
    answers: z.strictObject({ tokens: z.int(), conversations: z.int(), hasCourtesyPremium: z.boolean() }),
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: "Gives a member something, or takes it, with a reason; nothing falls below zero.",
  }),
  revenue: call({
    ...readCall,
    path: "/admin/revenue",
    query: z.strictObject({ days: wireInt(1, REVENUE_DAYS_MAX).optional() }),
    answers: z.strictObject({
      days: z.array(
        z.strictObject({
          day: z.iso.date(),
          product: Product,
          /** False for simulated payments, without real money. */
          isLive: z.boolean(),
          orders: z.int(),
          /** The paid amount minus refunds. */
          centavos: z.int(),
          returnedCentavos: z.int(),
        }),
      ),
    }),
    summary:
      "What was paid on each day of São Paulo by product, less what has gone back, and how much that is; trials apart from money.",
  }),
  ordersCsv: call({
    ...readCall,
    path: "/admin/orders.csv",
    kind: "stream",
    query: z.strictObject(filter),
    answers: z.strictObject({}),
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: `The orders that fit the filter, the latest ${ORDERS_CSV_MAX} at most, as a table for spreadsheets; no cell can be read as a formula.`,
  }),
};
