import { LRUCache } from "lru-cache";
import { MercadoPagoConfig, MercadoPagoError, PaymentRefund, Preference, WebhookSignatureValidator } from "mercadopago";
import type { OrderToPay, PaymentProvider, Webhook } from "../provider.ts";
import { isRecent, preferenceOf, subjectOf } from "./mercadopago-rules.ts";
import { Cause } from "./mercadopago-schemas.ts";
import { findPayment, listPayments, statusOf } from "./payments.ts";

const NAMED_MAX = 1_000;
/** Mercado Pago's error code for an idempotency key that was used before. */
const KEY_USED = "2032";
/** How long requests may take, in milliseconds. The package's default would be a minute for each of four attempts. */
const PATIENCE = { timeout: 10_000, maxRetries: 1, initialDelay: 200 };

type Options = {
  accessToken: string;
  webhookSecret: string;
  /** The address of the site, to which members return after paying. */
  origin: string;
};

/** Mercado Pago: members pay by Pix or card on its own page. */
export function openMercadoPago({ accessToken, webhookSecret, origin }: Options): PaymentProvider {
  // The package keeps the options of a request in this object, so each request gets a new one.
  const connect = (): MercadoPagoConfig => new MercadoPagoConfig({ accessToken, options: { ...PATIENCE } });
  const opening = new Map<string, Promise<string>>();
  // The payment that the last webhook about an order named. The company's own search may find it only some seconds
  // later.
  const namedPayments = new LRUCache<string, string>({ max: NAMED_MAX });
  return {
    name: "mercadopago",
    methods: ["pix", "card"],
    presentation: "redirect",
    isLive: !accessToken.startsWith("TEST-"),
    open: async (order) => {
      // Two requests at once would each find no payment page and open one, so they share one attempt.
      const page = opening.get(order.id) ?? openPage(connect(), order, origin).finally(() => opening.delete(order.id));
      opening.set(order.id, page);
      return { url: await page };
    },
    listPayments: async (order) => {
      const payments = await listPayments(connect(), order, namedPayments.get(order.id));
      namedPayments.delete(order.id);
      return payments;
    },
    refund: (request) => refund(connect(), request),
    readWebhook: async (webhook, now) => {
      const id = readSignedId(webhook, webhookSecret, now);
      const { type } = webhook.query ?? {};
      return id === undefined ? undefined : [{ paymentId: subjectOf(type, id) }];
    },
    findOrderId: async (subject) => {
      const foundPayment = await findPayment(connect(), subject);
      // Other shops may use the same account. Their payments belong to no order of ours, so they are not remembered.
      if (foundPayment?.orderId) namedPayments.set(foundPayment.orderId, foundPayment.id);
      return foundPayment?.orderId;
    },
  };
}

async function openPage(config: MercadoPagoConfig, order: OrderToPay, origin: string): Promise<string> {
  const pages = new Preference(config);
  const { elements = [] } = await pages.search({ options: { external_reference: order.id } });
  const [foundPage] = elements;
  const knownPage = foundPage && (await pages.get({ preferenceId: foundPage.id }));
  const page = knownPage?.external_reference === order.id ? knownPage : await create(pages, order, origin);
  if (!page.init_point) throw new Error("Mercado Pago gave no address of the payment page");
  return page.init_point;
}

function create(pages: Preference, order: OrderToPay, origin: string) {
  return pages.create({ body: preferenceOf(order, origin), requestOptions: { idempotencyKey: order.id } });
}

type Refund = Parameters<PaymentProvider["refund"]>[0];

async function refund(config: MercadoPagoConfig, { paymentId, returnId, centavos }: Refund) {
  try {
    await new PaymentRefund(config).create({
      payment_id: paymentId,
      body: { amount: centavos / 100 },
      requestOptions: { idempotencyKey: returnId },
    });
    return "asked";
  } catch (error) {
    if (statusOf(error) !== 400 && statusOf(error) !== 404) throw error;
    return isRepeated(error) ? "asked" : "refused";
  }
}

/** Whether the company has already done a request with the same key. */
function isRepeated(error: unknown): boolean {
  const causes = error instanceof MercadoPagoError ? error.causes : [];
  return causes.some((cause) => Cause.safeParse(cause).data?.code === KEY_USED);
}

/**
 * Returns the number of what a webhook is about, if Mercado Pago signed the webhook within the last five minutes. The
 * body is not signed and is never read. The number must have digits only, because otherwise a text could imitate other
 * parts of what is signed.
 */
function readSignedId({ headers, query }: Webhook, secret: string, now: Date): string | undefined {
  const id = query?.["data.id"];
  const signature = String(headers["x-signature"] ?? "");
  const requestId = headers["x-request-id"];
  if (id === undefined || !/^\d{1,30}$/.test(id) || typeof requestId !== "string") return undefined;
  try {
    WebhookSignatureValidator.validate({ xSignature: signature, xRequestId: requestId, dataId: id, secret });
    return isRecent(signature, now) ? id : undefined;
  } catch {
    return undefined;
  }
}
