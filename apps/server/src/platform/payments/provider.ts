import type { PaymentMethod, Product } from "@caramelo/contract/billing/calls";

/** Money that went back, or may go back. We ask for a refund; the payer opens a dispute at their bank. */
export type MoneyReturn = {
  /** The provider's id. A refund that we asked for has the id that we gave it. */
  id: string;
  kind: "refund" | "dispute";
  centavos: number;
  state: "requested" | "failed" | "done" | "open" | "lost" | "won";
  /** True when the provider does not store our ids with its refunds: `id` is then always the provider's own. */
  isUnnamed?: boolean;
};

/**
 * A provider's report about one payment. `claims` are what we sent when we opened the payment page of the order; null
 * where the provider does not store them.
 */
export type Payment = {
  /** The provider's id. */
  id: string;
  state: "pending" | "paid" | "refused" | "expired";
  paidAt: Date | null;
  centavos: number;
  currency: string;
  isLive: boolean;
  claims: { orderId: string; memberId: string | null; product: string | null };
  returns: MoneyReturn[];
};

export type OrderToPay = {
  id: string;
  memberId: string;
  product: Product;
  method: PaymentMethod;
  centavos: number;
  expiresAt: Date;
  /** The provider's name for the payment page that it opened for the order, if it needs that name later. */
  reference?: string | null;
};

/** A webhook as it arrived. Header names are in lower case; a parameter that occurs twice is left out. */
export type Webhook = {
  rawBody: Buffer;
  headers: Record<string, string | string[] | undefined>;
  query?: Record<string, string>;
  secret?: string;
};

/** The payment that a webhook is about, and its order if the webhook names it. */
export type WebhookSubject = { paymentId: string; orderId?: string };

/**
 * A company that moves money. Everything that sells uses this interface. Every method throws when the provider does not
 * answer.
 */
export type PaymentProvider = {
  name: string;
  methods: readonly PaymentMethod[];
  /** Whether its payment page is shown in a frame of ours, or the browser navigates to it. */
  presentation: "frame" | "redirect";
  /** Whether money really moves. */
  isLive: boolean;
  /** Opens the payment page of an order. Opening it again for the same order opens the same payment. */
  open(order: OrderToPay): Promise<{ url: string; reference?: string }>;
  /** All payments that were made for an order, as the provider knows them now. */
  listPayments(order: OrderToPay): Promise<Payment[]>;
  /**
   * Asks for money of a payment to go back. A repeated call with the same `returnId` asks for it only once. `refused`
   * means that the provider will not do it, and that asking again would not help.
   */
  refund(request: {
    orderId: string;
    paymentId: string;
    returnId: string;
    centavos: number;
  }): Promise<"asked" | "refused">;
  /**
   * Returns what a webhook is about: an empty list when it only tests the address; undefined when the provider cannot
   * have sent it, or when it is about no order of ours.
   */
  readWebhook(webhook: Webhook, now: Date): Promise<WebhookSubject[] | undefined>;
  /**
   * Returns the order that a payment names, for providers whose webhooks name payments only; undefined when it names
   * none.
   */
  findOrderId?(paymentId: string): Promise<string | undefined>;
  /**
   * Sends the provider what it must know before the first payment, such as where its webhooks go. It runs at the start
   * and every day, because a provider may forget it.
   */
  connect?(): Promise<void>;
};

export type Payments = {
  /**
   * Every provider that this installation uses. The first one that offers a method takes the payments of that method.
   */
  providers: readonly PaymentProvider[];
  /**
   * Returns the provider of an order.
   * @throws when the provider is no longer configured
   */
  byName(name: string): PaymentProvider;
};

export function openPayments(providers: readonly PaymentProvider[]): Payments {
  return {
    providers,
    byName: (name) => {
      const provider = providers.find((provider) => provider.name === name);
      if (!provider) throw new Error(`the payment provider ${name} is not configured`);
      return provider;
    },
  };
}
