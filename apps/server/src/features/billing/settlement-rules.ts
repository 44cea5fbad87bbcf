import type { OrderState } from "@caramelo/contract/billing/calls";
import type { Selectable } from "kysely";
import type { ProductOrder } from "../../platform/database/types.generated.ts";
import type { Payment } from "../../platform/payments/provider.ts";
import {
  type Amounts,
  type Book,
  type Entitlement,
  type EntryKind,
  grantOf,
  mapUnits,
  type OrderEntry,
  openBook,
  type PlannedEntry,
  shareOf,
} from "./amount-rules.ts";
import { byId, type PaymentReturn } from "./return-rules.ts";

export type Order = Pick<
  Selectable<ProductOrder>,
  "id" | "memberId" | "product" | "centavos" | "isLive" | "state" | "expiresAt"
>;

export type Settlement = {
  state: OrderState;
  /** The payment that was granted before or by this plan; undefined while none is paid. */
  grantedPaymentId: string | undefined;
  entries: PlannedEntry[];
  /** Payments beyond the granted one, whose money goes back. */
  surplus: { paymentId: string; centavos: number }[];
};

type KnownOrder = { order: Order; entries: OrderEntry[]; returns: PaymentReturn[]; left: Entitlement };

/**
 * Plans what is to be done for an order, given all known facts about its payments, in whatever sequence they came. When
 * that is done, planning again adds no entries, because each payment and each return has at most one entry of each
 * kind. `payments` must fit the order, and `returns` must be merged.
 */
export function planSettlement(
  { order, entries, left: leftEntitlement, ...ownFacts }: KnownOrder,
  payments: Payment[],
  now: Date,
): Settlement {
  const grantedId = entries.find(({ kind }) => kind === "purchase")?.providerObjectId;
  const paidPayments = payments.filter(({ state }) => state === "paid").toSorted(byPaidAt);
  const chosenPaymentId = grantedId ?? paidPayments[0]?.id;
  if (chosenPaymentId === undefined) {
    return { state: unpaidState(order, payments, now), grantedPaymentId: undefined, entries: [], surplus: [] };
  }

  const book = openBook(leftEntitlement, now);
  const grant =
    entries.find(({ kind }) => kind === "purchase") ??
    book.add("purchase", chosenPaymentId, grantOf(order.product, leftEntitlement, now));
  const returns = ownFacts.returns.filter(({ paymentId }) => paymentId === chosenPaymentId);
  addReturns({ order, grant, entries, returns }, book);
  const touched = new Set([chosenPaymentId, ...ownFacts.returns.map(({ paymentId }) => paymentId)]);
  const surplus = paidPayments
    .filter(({ id }) => !touched.has(id))
    .map(({ id, centavos }) => ({ paymentId: id, centavos }));
  return { state: paidState(order, returns), grantedPaymentId: chosenPaymentId, entries: book.entries, surplus };
}

type ReturnedOrder = { order: Order; grant: OrderEntry; entries: OrderEntry[]; returns: PaymentReturn[] };

/**
 * The kind of entry that gives back what a return took, when a dispute was won or a refund failed after it was done.
 */
const UNDONE = { dispute: "dispute_won", refund: "refund_failed" } as const;

/**
 * Adds an entry for each new return, which takes its share of the grant as far as it is left. A return that is undone
 * gives back what all returns have taken beyond the share that stays returned.
 */
function addReturns({ order, grant, entries, returns }: ReturnedOrder, book: Book): void {
  const has = (kind: EntryKind, id: string) =>
    entries.some((entry) => entry.kind === kind && entry.providerObjectId === id);
  const isTaken = ({ kind, id }: PaymentReturn) => has(kind, id) && !has(UNDONE[kind], id);
  let centavos = sumCentavos(returns.filter(isTaken));
  let takenUnits = mapUnits(
    (unit) => -entries.filter(({ kind }) => kind !== "purchase").reduce((sum, entry) => sum + entry[unit], 0),
  );
  const add = (kind: EntryKind, { id }: PaymentReturn, amounts: Amounts) => {
    const entry = book.add(kind, id, amounts);
    takenUnits = mapUnits((unit) => takenUnits[unit] - entry[unit]);
  };
  const share = () => shareOf(grant, centavos, order.centavos);
  for (const moneyReturn of returns.toSorted(byId)) {
    if (isMoneyGone(moneyReturn) && !has(moneyReturn.kind, moneyReturn.id)) {
      const before = share();
      centavos += moneyReturn.centavos;
      const after = share();
      add(
        moneyReturn.kind,
        moneyReturn,
        mapUnits((unit) => before[unit] - after[unit]),
      );
    }
    if ((moneyReturn.state === "won" || moneyReturn.state === "failed") && isTaken(moneyReturn)) {
      centavos -= moneyReturn.centavos;
      const stays = share();
      add(
        UNDONE[moneyReturn.kind],
        moneyReturn,
        mapUnits((unit) => Math.max(0, takenUnits[unit] - stays[unit])),
      );
    }
  }
}

/** Whether the operator lacks the money of a return: it was refunded, or a dispute about it is open or lost. */
function isMoneyGone({ state }: PaymentReturn): boolean {
  return state === "done" || state === "open" || state === "lost";
}

function paidState({ centavos }: Order, returns: PaymentReturn[]): OrderState {
  const goneReturns = returns.filter(isMoneyGone);
  if (sumCentavos(goneReturns.filter(({ kind }) => kind === "refund")) >= centavos) return "refunded";
  return sumCentavos(goneReturns) >= centavos ? "charged_back" : "paid";
}

// An order without a payment only moves forward through these states.
const UNPAID: readonly OrderState[] = ["created", "pending", "refused", "expired"];
// A provider may take this long to say that the time to pay is over.
const EXPIRY_GRACE_MS = 15 * 60_000;

function unpaidState(order: Order, payments: Payment[], now: Date): OrderState {
  const isOver = now.getTime() > order.expiresAt.getTime() + EXPIRY_GRACE_MS;
  const states: OrderState[] = [
    order.state,
    ...payments.map(({ state }) => state),
    ...(isOver ? ["expired" as const] : []),
  ];
  return UNPAID[Math.max(...states.map((state) => UNPAID.indexOf(state)))] ?? order.state;
}

const sumCentavos = (returns: PaymentReturn[]) => returns.reduce((sum, { centavos }) => sum + centavos, 0);
const byPaidAt = (a: Payment, b: Payment) => (a.paidAt?.getTime() ?? 0) - (b.paidAt?.getTime() ?? 0) || byId(a, b);

/** The fields in which a payment differs from its order; empty when the payment may be granted. */
export function listMismatches(order: Order, { centavos, currency, isLive, claims }: Payment): string[] {
  const differs = {
    amount: centavos !== order.centavos,
    currency: currency !== "BRL",
    mode: isLive !== order.isLive,
    order: claims.orderId !== order.id,
    buyer: claims.memberId !== null && claims.memberId !== order.memberId,
    product: claims.product !== null && claims.product !== order.product,
  };
  return Object.entries(differs).flatMap(([what, isDifferent]) => (isDifferent ? [what] : []));
}

/**
 * Whether staff may return a payment that does not fit its order: it was paid for this order, in reais, and is a trial
 * payment exactly if the order is a trial.
 */
export function isStray({ state }: Payment, mismatches: string[]): boolean {
  return state === "paid" && !mismatches.some((what) => ["currency", "mode", "order"].includes(what));
}
