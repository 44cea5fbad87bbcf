import type { PaymentMethod, Product } from "@caramelo/contract/billing/calls";

/** Money that went back, or may go back. A refund goes back by our own wish; a dispute is the payer's at their bank. */
export type MoneyReturn = {
  /** The provider's id; of a refund that we asked for, the id that we gave it. */
  id: string;
  kind: "refund" | "dispute";
  centavos: number;
  state: "requested" | "failed" | "done" | "open" | "lost" | "won";
  /** The provider keeps no id of ours with its refunds: `id` is its own, also of one that we asked for. */
  isUnnamed?: boolean;
};

/** What a provider says of one payment. Its claims are what it was given at the opening; null where it keeps none. */
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
  /** What the provider calls the payment page that it opened for the order, where it asks for that name later. */
  reference?: string | null;
};

/** A webhook as it arrived. Header names are in lower case; a parameter that is there twice is left out. */
export type Webhook = {
  rawBody: Buffer;
  headers: Record<string, string | string[] | undefined>;
  query?: Record<string, string>;
  secret?: string;
};

/** The payment that a webhook is about, and its order where the webhook says it. */
export type WebhookSubject = { paymentId: string; orderId?: string };

/** A company that moves money, seen alike by everything that sells. Every method throws when the provider does not answer. */
export type PaymentProvider = {
  name: string;
  methods: readonly PaymentMethod[];
  /** Whether its payment page is shown in a frame of ours, or the browser goes there. */
  presentation: "frame" | "redirect";
  /** Whether money really moves. */
  isLive: boolean;
  /** Opens the payment page of an order. Doing it again for the same order opens the same payment. */
  open(order: OrderToPay): Promise<{ url: string; reference?: string }>;
  /** All payments that were made for an order, as the provider knows them now. */
  listPayments(order: OrderToPay): Promise<Payment[]>;
  /**
   * Asks for money of a payment to go back. Doing it again with the same `returnId` asks for it once. `refused`: the
   * provider will not do it, and asking again would not help.
   */
  refund(request: {
    orderId: string;
    paymentId: string;
    returnId: string;
    centavos: number;
  }): Promise<"asked" | "refused">;
  /**
   * What a webhook is about: nothing when it only tries the address, undefined when the provider cannot have sent it or it
   * is about no order of ours.
   */
  readWebhook(webhook: Webhook, now: Date): Promise<WebhookSubject[] | undefined>;
  /** The order that a payment says it is for, where webhooks name payments only; undefined when it names none. */
  findOrderId?(paymentId: string): Promise<string | undefined>;
  /**
   * Tells the provider what it must know before the first payment, such as where its webhooks go. It runs at the start and
   * every day, because a provider may forget it.
   */
  connect?(): Promise<void>;
};

export type Payments = {
  /** Every provider that this installation uses; the first of them with a method takes its payments. */
  providers: readonly PaymentProvider[];
  /** The provider of an order. @throws when it is not configured any more. */
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
