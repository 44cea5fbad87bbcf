import type { MoneyReturn, Payment } from "../../platform/payments/provider.ts";

/** `refused`: the provider would not even begin a refund that we asked for; one that has failed was begun. */
export type PaymentReturn = Omit<MoneyReturn, "state"> & { state: MoneyReturn["state"] | "refused"; paymentId: string };
/** A return that is stored, with the moment at which we asked for it; null when the provider reported it. */
export type KnownReturn = PaymentReturn & { askedAt?: Date | null };

/** A fact that is known is never forgotten, so a late answer of an earlier read changes nothing. */
export function mergeReturns(knownReturns: KnownReturn[], payments: Payment[]): PaymentReturn[] {
  const merged = new Map<string, PaymentReturn>(knownReturns.map((knownReturn) => [knownReturn.id, knownReturn]));
  for (const namedReturn of nameReturns(knownReturns, payments)) {
    const before = merged.get(namedReturn.id);
    if (before === undefined || PROGRESS[namedReturn.state] > PROGRESS[before.state])
      merged.set(namedReturn.id, namedReturn);
  }
  return [...merged.values()];
}

/** A refund without an id of ours is the earliest request of its payment and amount that has no refund yet. */
function nameReturns(knownReturns: KnownReturn[], payments: Payment[]): PaymentReturn[] {
  const seen = payments.flatMap(({ id, returns }) => returns.map((moneyReturn) => ({ ...moneyReturn, paymentId: id })));
  const [knownIds, seenIds] = [knownReturns, seen].map((list) => new Set(list.map(({ id }) => id)));
  const isAsked = ({ id, kind, askedAt }: KnownReturn) => kind === "refund" && askedAt && !seenIds?.has(id);
  const askedReturns = knownReturns.filter(isAsked).toSorted(byAskedAt);
  return seen.map((moneyReturn) => {
    if (!moneyReturn.isUnnamed || knownIds?.has(moneyReturn.id)) return moneyReturn;
    const at = askedReturns.findIndex((askedReturn) => mayBe(askedReturn, moneyReturn));
    const [match] = at < 0 ? [] : askedReturns.splice(at, 1);
    return match ? { ...moneyReturn, id: match.id } : moneyReturn;
  });
}

/** Whether the provider knows of a refund that we wanted: then it was asked for, whether or not we have heard of it. */
export function isAskedFor(returnId: string, knownReturns: KnownReturn[], payments: Payment[]): boolean {
  return nameReturns(knownReturns, payments).some(({ id }) => id === returnId);
}

/** Whether a refund may be the one that we asked for. One that was given up never went back, whatever else did. */
function mayBe(knownReturn: KnownReturn, { paymentId, centavos, state }: PaymentReturn): boolean {
  const isAlike = knownReturn.paymentId === paymentId && knownReturn.centavos === centavos;
  const isGivenUp = knownReturn.state === "failed" || knownReturn.state === "refused";
  return isAlike && (state === "failed" || !isGivenUp);
}

// The account that a refund was sent to may not take it: what was done has failed then, and that is its end.
const REFUND_PROGRESS = { requested: 0, refused: 1, done: 2, failed: 3 };
const PROGRESS: Record<PaymentReturn["state"], number> = { ...REFUND_PROGRESS, open: 0, lost: 1, won: 2 };
export const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
const byAskedAt = (a: KnownReturn, b: KnownReturn) =>
  (a.askedAt?.getTime() ?? 0) - (b.askedAt?.getTime() ?? 0) || byId(a, b);
