import { createHmac, randomBytes, randomInt, randomUUID } from "node:crypto";
import { AppConfig } from "mercadopago/dist/utils/config/index.js";
import { afterAll } from "vitest";
import { openMercadoPago } from "../platform/payments/mercadopago/mercadopago-provider.ts";
import type { Webhook } from "../platform/payments/provider.ts";
import { type ApiAnswer, type ApiRequest, openLocalApi } from "./local-api.ts";

type Refund = { id: number; amount: number; status: string };
type Payment = {
  id: number;
  status: string;
  date_approved: string | null;
  transaction_amount: number;
  currency_id: string;
  live_mode: boolean;
  external_reference: string;
  metadata: Record<string, string>;
  refunds: Refund[];
};
type Chargeback = {
  id: string;
  payments: number[];
  amount: number;
  currency: string;
  coverage_applied: boolean | null;
};
type Page = {
  id: string;
  init_point: string;
  external_reference: string;
  items: { unit_price: number; currency_id: string }[];
  metadata: Record<string, string>;
  expiration_date_to: string;
};

const numberOf = () => randomInt(10_000_000_000, 99_999_999_999);
const ok = (body: unknown): ApiAnswer => ({ status: 200, body });
const MISSING: ApiAnswer = { status: 404, body: { message: "not found", error: "not_found", status: 404, cause: [] } };
const refusal = (code: number): ApiAnswer => ({
  status: 400,
  body: { message: "refused", error: "bad_request", status: 400, cause: [{ code, description: "refused" }] },
});
/** A request with this access token gets no answer. */
const UNREACHABLE = "TEST-unreachable";

/**
 * Mercado Pago on this machine: the part of its API that the product uses, and functions for what its site and the
 * members' banks may do.
 */
export async function openMercadoPagoServer({ isLive = false }: { isLive?: boolean } = {}) {
  const accessToken = `${isLive ? "APP_USR" : "TEST"}-${randomBytes(12).toString("hex")}`;
  const webhookSecret = randomBytes(32).toString("hex");
  const pages: Page[] = [];
  const payments: Payment[] = [];
  const chargebacks: Chargeback[] = [];
  const hiddenPayments = new Set<number>();
  const refundKeys = new Map<string, Refund>();

  const api = await openLocalApi((request) => {
    const token = request.headers.authorization?.replace("Bearer ", "");
    if (token === UNREACHABLE) return "hang-up";
    if (token !== accessToken) return { status: 401, body: { message: "invalid token", status: 401, cause: [] } };
    return request.method === "POST" ? write(request) : read(request.url);
  });
  // The package has no setting for the address of the API.
  const real = AppConfig.BASE_URL;
  Reflect.set(AppConfig, "BASE_URL", api.origin);
  afterAll(() => void Reflect.set(AppConfig, "BASE_URL", real));

  function write({ url: { pathname }, headers, body }: ApiRequest): ApiAnswer {
    const requestBody: Omit<Page, "id" | "init_point"> & { amount: number } = JSON.parse(body);
    if (pathname === "/checkout/preferences/") {
      const isComplete = requestBody.items.every((item) => item.unit_price > 0 && item.currency_id === "BRL");
      if (!isComplete || !(new Date(requestBody.expiration_date_to) > new Date())) return refusal(1);
      const id = `${numberOf()}-${randomUUID()}`;
      const init_point = `https://www.mercadopago.com.br/checkout/v1/redirect?pref_id=${id}`;
      pages.push({ ...requestBody, id, init_point });
      return { status: 201, body: pages.at(-1) };
    }
    const [, id] = /^\/v1\/payments\/(\d+)\/refunds$/.exec(pathname) ?? [];
    const payment = payments.find((payment) => String(payment.id) === id);
    return payment ? refund(payment, requestBody.amount, String(headers["x-idempotency-key"])) : MISSING;
  }

  function refund(payment: Payment, amount: number, key: string): ApiAnswer {
    const before = refundKeys.get(key);
    if (before) return { status: 201, body: before };
    const goneAmount = payment.refunds.reduce((sum, refund) => sum + refund.amount, 0);
    if (payment.date_approved === null || goneAmount + amount > payment.transaction_amount) return refusal(2063);
    const newRefund = addRefund(payment, amount, "approved");
    refundKeys.set(key, newRefund);
    return { status: 201, body: { ...newRefund, payment_id: payment.id } };
  }

  function addRefund(payment: Payment, amount: number, status: string): Refund {
    const newRefund = { id: numberOf() + payment.refunds.length * 100_000_000_000, amount, status };
    payment.refunds.push(newRefund);
    const goneAmount = payment.refunds.reduce((sum, refund) => sum + refund.amount, 0);
    if (goneAmount >= payment.transaction_amount) payment.status = "refunded";
    return newRefund;
  }

  function read({ pathname, searchParams }: URL): ApiAnswer {
    const reference = searchParams.get("external_reference");
    const isOf = (item: { external_reference: string }) => item.external_reference === reference;
    if (pathname === "/checkout/preferences/search") return ok({ elements: pages.filter(isOf), total: 0 });
    if (pathname === "/v1/payments/search")
      return ok({
        results: payments
          .filter((payment) => isOf(payment) && !hiddenPayments.has(payment.id))
          .map(({ id }) => ({ id })),
      });
    const [, kind, id = ""] = /^\/(checkout\/preferences|v1\/payments|v1\/chargebacks)\/([\w-]+)$/.exec(pathname) ?? [];
    const finders: Record<string, () => object | undefined> = {
      "checkout/preferences": () => pages.find((page) => page.id === id),
      "v1/payments": () => payments.find((payment) => String(payment.id) === id),
      // A chargeback is found by the number of its payment, too.
      "v1/chargebacks": () =>
        chargebacks.find((chargeback) => chargeback.id === id || chargeback.payments.map(String).includes(id)),
    };
    const foundObject = finders[kind ?? ""]?.();
    return foundObject ? ok(foundObject) : MISSING;
  }

  /** Begins a payment as a member does on the page of an order. */
  function begin(orderId: string, changes: Partial<Payment> = {}): Payment {
    const page = pages.find((page) => page.external_reference === orderId);
    const [item] = page?.items ?? [];
    if (!page || !item) throw new Error("Mercado Pago has no page of this order");
    const { external_reference, metadata } = page;
    const facts = { transaction_amount: item.unit_price, currency_id: "BRL", live_mode: isLive, refunds: [] };
    const newPayment = { id: numberOf(), status: "pending", date_approved: null, external_reference, metadata };
    payments.push({ ...newPayment, ...facts, ...changes });
    return paymentOf(orderId);
  }

  /** The latest payment of an order. */
  function paymentOf(orderId: string): Payment {
    const payment = payments.findLast((payment) => payment.external_reference === orderId);
    if (!payment) throw new Error("Mercado Pago has no payment of this order");
    return payment;
  }

  return {
    api,
    accessToken,
    webhookSecret,
    begin,
    paymentOf,
    payments,
    UNREACHABLE,
    /** The product's adapter, connected to this company. */
    open: (origin: string, changes: { accessToken?: string } = {}) =>
      openMercadoPago({ accessToken: changes.accessToken ?? accessToken, webhookSecret, origin }),
    pay: (orderId: string) => begin(orderId, { status: "approved", date_approved: new Date().toISOString() }),
    /** Keeps the search from finding the latest payment of an order, as if it were too new to be found. */
    hide: (orderId: string) => void hiddenPayments.add(paymentOf(orderId).id),
    refuse: (orderId: string) => begin(orderId, { status: "rejected" }),
    expire: (orderId: string) => begin(orderId, { status: "cancelled" }),
    /** Makes a refund as the operator would on the company's site. */
    refundByHand: (orderId: string, amount: number, status = "approved") =>
      addRefund(paymentOf(orderId), amount, status),
    /** Opens a dispute as the payer's bank would, or decides an open one. `isCovered` is null before the decision. */
    chargeBack(orderId: string, isCovered: boolean | null): Chargeback {
      const payment = paymentOf(orderId);
      const open = chargebacks.find((chargeback) => chargeback.payments.includes(payment.id));
      if (open) return Object.assign(open, { coverage_applied: isCovered });
      payment.status = "charged_back";
      const facts = { payments: [payment.id], amount: payment.transaction_amount, currency: "BRL" };
      const newDispute = { id: String(numberOf()), ...facts, coverage_applied: isCovered };
      chargebacks.push(newDispute);
      return newDispute;
    },
    /** Returns the webhook about a thing, signed as the company does: over its id, the request's id and the time. */
    webhook(id: string, options: { kind?: string; at?: Date; secret?: string; unit?: "s" | "ms" } = {}): Webhook {
      const { kind = "payment", at = new Date(), secret = webhookSecret, unit = "s" } = options;
      const time = unit === "ms" ? at.getTime() : Math.floor(at.getTime() / 1_000);
      const requestId = randomUUID();
      const manifest = `id:${id};request-id:${requestId};ts:${time};`;
      const signature = createHmac("sha256", secret).update(manifest).digest("hex");
      return {
        rawBody: Buffer.from(JSON.stringify({ type: kind, live_mode: isLive, data: { id } })),
        headers: { "x-signature": `ts=${time},v1=${signature}`, "x-request-id": requestId },
        query: { "data.id": id, type: kind },
      };
    },
  };
}
