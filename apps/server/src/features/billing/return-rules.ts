import type { MoneyReturn, Payment } from "../../platform/payments/provider.ts";

/**
 * A return of a payment. `refused`: the provider did not begin a refund that the site asked for; a `failed` one was
 * begun.
 */
export type PaymentReturn = Omit<MoneyReturn, "state"> & { state: MoneyReturn["state"] | "refused"; paymentId: string };
/** A stored return. `askedAt`: when the site asked for the return; null when the provider reported one by itself. */
export type KnownReturn = PaymentReturn & { askedAt?: Date | null };

/** Merges stored and read returns. A return only moves forward, so a late answer of an earlier read changes nothing. */
export function mergeReturns(knownReturns: KnownReturn[], payments: Payment[]): PaymentReturn[] {
  const mergedReturns = new Map<string, PaymentReturn>(
    knownReturns.map((knownReturn) => [knownReturn.id, knownReturn]),
  );
  for (const namedReturn of nameReturns(knownReturns, payments)) {
    const before = mergedReturns.get(namedReturn.id);
    if (before === undefined || PROGRESS[namedReturn.state] > PROGRESS[before.state])
      mergedReturns.set(namedReturn.id, namedReturn);
  }
  return [...mergedReturns.values()];
}

/**
 * Gives read refunds the ids of the site's requests. A provider may list a refund without our id (`isUnnamed`). It then
 * belongs to the earliest request for the same payment and amount that no other refund answers.
 */
function nameReturns(knownReturns: KnownReturn[], payments: Payment[]): PaymentReturn[] {
  const seenReturns = payments.flatMap(({ id, returns }) =>
    returns.map((moneyReturn) => ({ ...moneyReturn, paymentId: id })),
  );
  const [knownIds, seenIds] = [knownReturns, seenReturns].map((list) => new Set(list.map(({ id }) => id)));
  const isAsked = ({ id, kind, askedAt }: KnownReturn) => kind === "refund" && askedAt && !seenIds?.has(id);
  const askedReturns = knownReturns.filter(isAsked).toSorted(byAskedAt);
  return seenReturns.map((moneyReturn) => {
    if (!moneyReturn.isUnnamed || knownIds?.has(moneyReturn.id)) return moneyReturn;
    const at = askedReturns.findIndex((askedReturn) => mayBe(askedReturn, moneyReturn));
    const [match] = at < 0 ? [] : askedReturns.splice(at, 1);
    return match ? { ...moneyReturn, id: match.id } : moneyReturn;
  });
}

/** Whether the provider lists a wanted refund, so that it was asked for even if the provider's answer was lost. */
export function isAskedFor(returnId: string, knownReturns: KnownReturn[], payments: Payment[]): boolean {
  return nameReturns(knownReturns, payments).some(({ id }) => id === returnId);
}

/** Whether a read refund may be the requested one. A request that was given up can only match a failed refund. */
function mayBe(knownReturn: KnownReturn, { paymentId, centavos, state }: PaymentReturn): boolean {
  const isAlike = knownReturn.paymentId === paymentId && knownReturn.centavos === centavos;
  const isGivenUp = knownReturn.state === "failed" || knownReturn.state === "refused";
  return isAlike && (state === "failed" || !isGivenUp);
}

// A done refund can still fail, when the account does not take the money, and `failed` is its last state.
const REFUND_PROGRESS = { requested: 0, refused: 1, done: 2, failed: 3 };
const PROGRESS: Record<PaymentReturn["state"], number> = { ...REFUND_PROGRESS, open: 0, lost: 1, won: 2 };
export const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
const byAskedAt = (a: KnownReturn, b: KnownReturn) =>
  (a.askedAt?.getTime() ?? 0) - (b.askedAt?.getTime() ?? 0) || byId(a, b);
