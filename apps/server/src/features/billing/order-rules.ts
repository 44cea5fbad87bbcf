import type { Product } from "@caramelo/contract/billing/calls";
import { startOfDayInBrazil } from "@caramelo/contract/formats/calendar";
import { writeMoment } from "@caramelo/contract/formats/moments";
import { writeReais } from "@caramelo/contract/formats/money";
import { ORDER_PAYABLE_MS, WITHDRAWAL_DAYS } from "@caramelo/contract/limits";
import { methodNames, orderStateNames, providerName } from "@caramelo/contract/texts/orders";
import { productNames } from "@caramelo/contract/texts/products";
import type { Selectable } from "kysely";
import type { Role } from "../../base/members/rules.ts";
import { isPayer } from "../../base/money/premium-rules.ts";
import type { ProductOrder } from "../../platform/database/types.generated.ts";
import type { PaymentReturn } from "./return-rules.ts";
import { mayAsk, presentReview, type Review } from "./withdrawal-rules.ts";

const DAY_MS = 86_400_000;

/** Payers buy tokens and premium, babies a highlight; staff buy nothing. */
export function mayOrder(role: Role, product: Product): boolean {
  return product === "highlight" ? role === "baby" : isPayer(role);
}

/** Returns until when an order made now can be paid. */
export function expiryOf(now: Date): Date {
  return new Date(now.getTime() + ORDER_PAYABLE_MS);
}

type Row = Pick<Selectable<ProductOrder>, "id" | "product" | "method" | "centavos" | "state" | "createdAt" | "paidAt">;

/** Money that goes back. A return of a second payment is not part of the price and does not change the order. */
type Return = Pick<PaymentReturn, "centavos" | "state"> & { reason: string };

/** How much of an order's price has gone back or is about to. */
function returningCentavos(returns: Return[]): number {
  return sum(ofPrice(returns).filter(isGoing));
}

/** How much of an order's price has not gone back, and is not about to. */
export function keptCentavos({ centavos }: Pick<Row, "centavos">, returns: Return[]): number {
  return Math.max(0, centavos - returningCentavos(returns));
}

/** Whether money of an order's price was asked back, and has not gone back yet. */
export function isReturning(returns: Return[]): boolean {
  return ofPrice(returns).some(({ state }) => state === "requested");
}

type Stray = { paymentId: string; centavos: number };

/** How much of each stray payment can still be returned; strays that went back, or are about to, are left out. */
export function keptStrays(strays: Stray[], returns: Pick<PaymentReturn, "centavos" | "state" | "paymentId">[]) {
  const refundableStrays = strays.map(({ paymentId, centavos }) => {
    const openReturns = returns.filter((moneyReturn) => moneyReturn.paymentId === paymentId && isGoing(moneyReturn));
    return { paymentId, refundableCentavos: Math.max(0, centavos - sum(openReturns)) };
  });
  return refundableStrays.filter(({ refundableCentavos }) => refundableCentavos > 0);
}

/**
 * Returns until when a member may withdraw from an order; null when they may not. The days are those of São Paulo; the
 * day of the payment does not count, and the last day counts until its end.
 */
export function withdrawalEnd(order: Row, returns: Return[], now: Date): Date | null {
  if (order.state !== "paid" || order.paidAt === null || keptCentavos(order, returns) === 0) return null;
  const end = new Date(startOfDayInBrazil(order.paidAt).getTime() + (WITHDRAWAL_DAYS + 1) * DAY_MS - 1);
  return end >= now ? end : null;
}

/** An order as its buyer and staff see it; `review`: the review of a withdrawal from this order. */
export function presentOrder(order: Row, all: Return[], now: Date, review?: Review) {
  const { id, product, method, centavos, state, createdAt, paidAt } = order;
  const returns = ofPrice(all);
  return {
    id,
    product,
    method,
    centavos,
    state,
    createdAt,
    paidAt,
    returnedCentavos: Math.min(centavos, sum(returns.filter(({ state }) => ["done", "open", "lost"].includes(state)))),
    withdrawUntil: mayAsk(review) ? withdrawalEnd(order, returns, now) : null,
    isReturning: isReturning(returns),
    review: review ? presentReview(review) : null,
  };
}

const isGoing = ({ state }: Pick<Return, "state">) => ["requested", "done", "open", "lost"].includes(state);
const ofPrice = (returns: Return[]) => returns.filter(({ reason }) => reason !== "surplus");
const sum = (returns: { centavos: number }[]) => returns.reduce((total, { centavos }) => total + centavos, 0);

type ListedOrder = {
  order: ReturnType<typeof presentOrder>;
  provider: string;
  isLive: boolean;
  buyer: { name: string; email: string | null };
};

/** The columns of the CSV file: the heading, and the cell of an order. Words and amounts are those of the screens. */
const COLUMNS: [string, (listed: ListedOrder) => string][] = [
  ["Pedido", ({ order }) => order.id],
  ["Criado em", ({ order }) => writeMoment(order.createdAt)],
  ["Pago em", ({ order }) => (order.paidAt ? writeMoment(order.paidAt) : "")],
  ["Produto", ({ order }) => productNames[order.product]],
  ["Forma de pagamento", ({ order }) => methodNames[order.method]],
  ["Provedor", ({ provider }) => providerName(provider)],
  ["Teste", ({ isLive }) => (isLive ? "não" : "sim")],
  ["Situação", ({ order }) => orderStateNames[order.state]],
  ["Valor", ({ order }) => writeReais(order.centavos)],
  ["Reembolsado", ({ order }) => writeReais(order.returnedCentavos)],
  ["Nome", ({ buyer }) => buyer.name],
  ["E-mail", ({ buyer }) => buyer.email ?? ""],
];

export function csvRows(orders: ListedOrder[]): string[][] {
  return [COLUMNS.map(([head]) => head), ...orders.map((order) => COLUMNS.map(([, cell]) => cell(order)))];
}
