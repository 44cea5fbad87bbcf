import type { OrderState } from "@caramelo/contract/billing/calls";
import type { Selectable } from "kysely";
import type { ProductOrder } from "../../platform/database/types.generated.ts";
import type { MoneyReturn, Payment } from "../../platform/payments/provider.ts";
import { type Amounts, amountsLeft, applyAmounts, grantOf, type Left, mapUnits, shareOf } from "./amount-rules.ts";

export type Order = Pick<
  Selectable<ProductOrder>,
  "id" | "memberId" | "product" | "centavos" | "isLive" | "state" | "expiresAt"
>;

/** An entry that the ledger holds for an order: the purchase of a payment, or what a return took or gave back. */
export type OrderEntry = Amounts & { kind: EntryKind; providerObjectId: string };
type EntryKind = "purchase" | "refund" | "refund_failed" | "dispute" | "dispute_won";

/** An entry to append, with the ends of time that hold from then on; null where they stay as they are. */
export type PlannedEntry = OrderEntry & { premiumUntil: Date | null; highlightedUntil: Date | null };

export type Settlement = {
  state: OrderState;
  /** The payment that was or is granted now; undefined while none is paid. */
  grantedPaymentId: string | undefined;
  entries: PlannedEntry[];
  /** Payments beyond the one that was granted: their money goes back. */
  surplus: { paymentId: string; centavos: number }[];
};

/** `refused`: the provider would not even begin a refund that we asked for; one that has failed was begun. */
export type PaymentReturn = Omit<MoneyReturn, "state"> & { state: MoneyReturn["state"] | "refused"; paymentId: string };
/** A return that is stored, with the moment at which we asked for it; null when the provider reported it. */
export type KnownReturn = PaymentReturn & { askedAt?: Date | null };

type Known = { order: Order; entries: OrderEntry[]; returns: PaymentReturn[]; left: Left };

/**
 * What is to be done for an order, from all that is known of its payments. It is the same whatever the order in which
 * the facts came, and nothing once it was done: each payment and each return has one entry of a kind. `payments` and
 * `returns` are merged and judged already.
 */
export function planSettlement({ order, entries, left, ...known }: Known, payments: Payment[], now: Date): Settlement {
  const granted = entries.find(({ kind }) => kind === "purchase")?.providerObjectId;
  const paid = payments.filter(({ state }) => state === "paid").toSorted(byPaidAt);
  const chosen = granted ?? paid[0]?.id;
  if (chosen === undefined) {
    return { state: unpaidState(order, payments, now), grantedPaymentId: undefined, entries: [], surplus: [] };
  }

  const book = openBook(left, now);
  const grant =
    entries.find(({ kind }) => kind === "purchase") ?? book.add("purchase", chosen, grantOf(order.product, left, now));
  const returns = known.returns.filter(({ paymentId }) => paymentId === chosen);
  addReturns({ order, grant, entries, returns }, book);
  const touched = new Set([chosen, ...known.returns.map(({ paymentId }) => paymentId)]);
  const surplus = paid.filter(({ id }) => !touched.has(id)).map(({ id, centavos }) => ({ paymentId: id, centavos }));
  return { state: paidState(order, returns), grantedPaymentId: chosen, entries: book.entries, surplus };
}

type Book = {
  entries: PlannedEntry[];
  readonly left: Left;
  add(kind: EntryKind, id: string, amounts: Amounts): PlannedEntry;
};

/** Entries that follow one another, each from what the one before leaves. */
function openBook(start: Left, now: Date): Book {
  const entries: PlannedEntry[] = [];
  let left = start;
  return {
    entries,
    get left() {
      return left;
    },
    add(kind, providerObjectId, wanted) {
      const has = amountsLeft(left, now);
      const amounts = mapUnits((unit) => Math.max(wanted[unit], -has[unit]));
      left = applyAmounts(left, amounts, now);
      const premiumUntil = amounts.premiumSeconds === 0 ? null : left.premiumUntil;
      const highlightedUntil = amounts.highlightedSeconds === 0 ? null : left.highlightedUntil;
      const entry = { kind, providerObjectId, ...amounts, premiumUntil, highlightedUntil };
      entries.push(entry);
      return entry;
    },
  };
}

type Returning = { order: Order; grant: OrderEntry; entries: OrderEntry[]; returns: PaymentReturn[] };

/** The entry that gives back what a return took: a dispute was won, or a refund failed after it was done. */
const UNDONE = { dispute: "dispute_won", refund: "refund_failed" } as const;

/**
 * Adds what each new return takes: its share of the grant, as far as it is left. One that is undone gives back what returns
 * have taken beyond the share that stays returned.
 */
function addReturns({ order, grant, entries, returns }: Returning, book: Book): void {
  const has = (kind: EntryKind, id: string) =>
    entries.some((entry) => entry.kind === kind && entry.providerObjectId === id);
  const isTaken = ({ kind, id }: PaymentReturn) => has(kind, id) && !has(UNDONE[kind], id);
  let centavos = sumCentavos(returns.filter(isTaken));
  let taken = mapUnits(
    (unit) => -entries.filter(({ kind }) => kind !== "purchase").reduce((sum, entry) => sum + entry[unit], 0),
  );
  const add = (kind: EntryKind, { id }: PaymentReturn, amounts: Amounts) => {
    const entry = book.add(kind, id, amounts);
    taken = mapUnits((unit) => taken[unit] - entry[unit]);
  };
  const share = () => shareOf(grant, centavos, order.centavos);
  for (const one of returns.toSorted(byId)) {
    if (isActive(one) && !has(one.kind, one.id)) {
      const before = share();
      centavos += one.centavos;
      const after = share();
      add(
        one.kind,
        one,
        mapUnits((unit) => before[unit] - after[unit]),
      );
    }
    if ((one.state === "won" || one.state === "failed") && isTaken(one)) {
      centavos -= one.centavos;
      const stays = share();
      add(
        UNDONE[one.kind],
        one,
        mapUnits((unit) => Math.max(0, taken[unit] - stays[unit])),
      );
    }
  }
}

/** Whether the money of a return is away. */
function isActive({ state }: PaymentReturn): boolean {
  return state === "done" || state === "open" || state === "lost";
}

function paidState({ centavos }: Order, returns: PaymentReturn[]): OrderState {
  const away = returns.filter(isActive);
  if (sumCentavos(away.filter(({ kind }) => kind === "refund")) >= centavos) return "refunded";
  return sumCentavos(away) >= centavos ? "charged_back" : "paid";
}

// An order without a payment only moves forward among these.
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

/** A fact that is known is never forgotten, so a late answer of an earlier read changes nothing. */
export function mergeReturns(known: KnownReturn[], payments: Payment[]): PaymentReturn[] {
  const merged = new Map<string, PaymentReturn>(known.map((one) => [one.id, one]));
  for (const one of nameReturns(known, payments)) {
    const before = merged.get(one.id);
    if (before === undefined || PROGRESS[one.state] > PROGRESS[before.state]) merged.set(one.id, one);
  }
  return [...merged.values()];
}

/** A refund without an id of ours is the earliest request of its payment and amount that has no refund yet. */
function nameReturns(known: KnownReturn[], payments: Payment[]): PaymentReturn[] {
  const seen = payments.flatMap(({ id, returns }) => returns.map((one) => ({ ...one, paymentId: id })));
  const [knownIds, seenIds] = [known, seen].map((list) => new Set(list.map(({ id }) => id)));
  const isAsked = ({ id, kind, askedAt }: KnownReturn) => kind === "refund" && askedAt && !seenIds?.has(id);
  const asked = known.filter(isAsked).toSorted(byAskedAt);
  return seen.map((one) => {
    if (!one.isUnnamed || knownIds?.has(one.id)) return one;
    const at = asked.findIndex((wanted) => mayBe(wanted, one));
    const [match] = at < 0 ? [] : asked.splice(at, 1);
    return match ? { ...one, id: match.id } : one;
  });
}

/** Whether the provider knows of a refund that we wanted: then it was asked for, whether or not we have heard of it. */
export function isAskedFor(returnId: string, known: KnownReturn[], payments: Payment[]): boolean {
  return nameReturns(known, payments).some(({ id }) => id === returnId);
}

/** Whether a refund may be the one that we asked for. One that was given up never went back, whatever else did. */
function mayBe(wanted: KnownReturn, { paymentId, centavos, state }: PaymentReturn): boolean {
  const isAlike = wanted.paymentId === paymentId && wanted.centavos === centavos;
  const isGivenUp = wanted.state === "failed" || wanted.state === "refused";
  return isAlike && (state === "failed" || !isGivenUp);
}

// The account that a refund was sent to may not take it: what was done has failed then, and that is its end.
const REFUND_PROGRESS = { requested: 0, refused: 1, done: 2, failed: 3 };
const PROGRESS: Record<PaymentReturn["state"], number> = { ...REFUND_PROGRESS, open: 0, lost: 1, won: 2 };

/** What a payment says otherwise than its order; empty when it may be granted. */
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

/** Whether a payment that does not fit its order was paid for it all the same, in reais: the staff may return it. */
export function isStray({ state }: Payment, mismatches: string[]): boolean {
  return state === "paid" && !mismatches.some((what) => ["currency", "mode", "order"].includes(what));
}

const sumCentavos = (returns: PaymentReturn[]) => returns.reduce((sum, { centavos }) => sum + centavos, 0);
const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
const byAskedAt = (a: KnownReturn, b: KnownReturn) =>
  (a.askedAt?.getTime() ?? 0) - (b.askedAt?.getTime() ?? 0) || byId(a, b);
const byPaidAt = (a: Payment, b: Payment) => (a.paidAt?.getTime() ?? 0) - (b.paidAt?.getTime() ?? 0) || byId(a, b);
