import { WITHDRAWAL_ANSWER_DAYS } from "@caramelo/contract/limits";
import { type Amounts, mapUnits, UNITS } from "./amount-rules.ts";

const DAY_MS = 86_400_000;
/** A grant counts as much used when more than a tenth of it is used. */
const PARTS = 10;

/** A ledger entry that is no charge for a message. `orderId` is null for courtesies. */
export type LedgerLine = Amounts & { id: string; orderId: string | null; kind: string; writtenAt: Date };

/** The grant of an order, and how much of it is gone, not counting what the order's own returns took. */
export type Use = { granted: Amounts; used: Amounts };

/**
 * Returns how much of an order's grant was used; undefined when the order granted nothing. A member uses the oldest
 * grant first: the amounts of later orders and courtesies are set aside from what is left now (`leftAmounts`), and the
 * rest belongs to this order, at most its grant. `lines` are the member's ledger lines since the order was made. What
 * the return of an earlier order took from this grant counts as used, so that nothing is paid back twice.
 */
export function useOf(orderId: string, lines: LedgerLine[], leftAmounts: Amounts): Use | undefined {
  const purchase = lines.find((line) => line.orderId === orderId && line.kind === "purchase");
  if (!purchase) return undefined;
  const own = lines.filter((line) => line.orderId === orderId);
  const later = listLater(lines, purchase);
  const usedUnits = mapUnits((unit) => {
    const keptUnits = Math.max(0, sumOf(own, unit));
    return keptUnits - Math.min(keptUnits, Math.max(0, leftAmounts[unit] - sumOf(later, unit)));
  });
  return { granted: mapUnits((unit) => purchase[unit]), used: usedUnits };
}

/** Returns an order's grant and, as `used`, how much of it its returns did not take; `lines` are the order's lines. */
export function unreturnedOf(lines: LedgerLine[]): Use | undefined {
  const purchase = lines.find(({ kind }) => kind === "purchase");
  return purchase && { granted: mapUnits((unit) => purchase[unit]), used: mapUnits((unit) => sumOf(lines, unit)) };
}

/** Returns the amounts given after a purchase: the lines of later orders, and only the gains of courtesies. */
function listLater(lines: LedgerLine[], purchase: LedgerLine): LedgerLine[] {
  const after = lines.filter((line) => isAfter(line, purchase));
  const orders = new Set(after.filter(({ kind }) => kind === "purchase").map(({ orderId }) => orderId));
  const gifts = after
    .filter(({ kind }) => kind === "courtesy")
    .map((line) => ({ ...line, ...mapUnits((unit) => Math.max(0, line[unit])) }));
  return [...lines.filter(({ orderId }) => orderId !== null && orders.has(orderId)), ...gifts];
}

const isAfter = (line: LedgerLine, { writtenAt, id }: LedgerLine) =>
  line.writtenAt > writtenAt || (line.writtenAt.getTime() === writtenAt.getTime() && line.id > id);
const sumOf = (lines: Amounts[], unit: keyof Amounts) => lines.reduce((sum, line) => sum + line[unit], 0);

/** Whether more than a tenth of the granted tokens, conversations or time is used. */
export function isMuchUsed({ granted, used }: Use): boolean {
  return UNITS.some((unit) => used[unit] * PARTS > granted[unit]);
}

type WithdrawnOrder = { id: string; isLive: boolean; withdrawnAt: Date | null };

/**
 * `money` is where the price of the order is: `requested` is on its way back, `back` has gone back, and `here` is still
 * with the operator, because it could not be sent back. `use` counts what the returns did not take.
 */
export type EarlierWithdrawal = Pick<WithdrawnOrder, "id" | "isLive"> & {
  withdrawnAt: Date;
  money: "requested" | "back" | "here";
  use: Use;
};

/**
 * Whether staff must decide a withdrawal. The law grants a member's first one, whatever was used. Staff decide a later
 * one if much was used, or another later one gave back little. Trial orders count only among themselves. A withdrawal
 * that is repeated, because its money did not go back, was decided before.
 */
export function needsReview(
  { id, isLive, withdrawnAt }: WithdrawnOrder,
  withdrawn: EarlierWithdrawal[],
  use: Use | undefined,
): boolean {
  const others = withdrawn.filter((order) => order.id !== id && order.isLive === isLive);
  if (withdrawnAt !== null || others.length === 0 || use === undefined) return false;
  const [, ...later] = others.toSorted((a, b) => a.withdrawnAt.getTime() - b.withdrawnAt.getTime());
  return isMuchUsed(use) || later.some(gaveLittle);
}

/**
 * Whether an earlier withdrawal gave back little. While its return is not done, what it gives back can still be used.
 */
const gaveLittle = ({ money, use }: EarlierWithdrawal) =>
  money === "requested" || (money === "back" && isMuchUsed(use));

export function answerBy(requestedAt: Date): Date {
  return new Date(requestedAt.getTime() + WITHDRAWAL_ANSWER_DAYS * DAY_MS);
}

export function overdueBefore(now: Date): Date {
  return new Date(now.getTime() - WITHDRAWAL_ANSWER_DAYS * DAY_MS);
}

export type Review = { requestedAt: Date; isAccepted: boolean | null; reason: string | null };

export function presentReview({ requestedAt, isAccepted, reason }: Review) {
  return { state: reviewState(isAccepted), requestedAt, answerBy: answerBy(requestedAt), reason };
}

function reviewState(isAccepted: boolean | null): "waiting" | "accepted" | "refused" {
  if (isAccepted === null) return "waiting";
  return isAccepted ? "accepted" : "refused";
}

/** Whether a member may still ask for a withdrawal: not while staff decide, and not after they refused. */
export function mayAsk(review: Pick<Review, "isAccepted"> | undefined): boolean {
  return review === undefined || review.isAccepted === true;
}

type DecidedReview = { isAccepted: boolean | null; reason: string | null; decidedBy: string | null };

/**
 * The outcome of a staff decision. `again`: the same person decided the same before; `decided`: it was decided by
 * another person or otherwise; `disputed`: it cannot be accepted, because the buyer's bank must first decide whose the
 * money is.
 */
export function judgeDecision(
  review: DecidedReview,
  decision: { isAccepted: boolean; reason: string; actorId: string },
  returns: { kind: string; state: string }[],
): "decide" | "again" | "decided" | "disputed" {
  if (review.isAccepted !== null) {
    const isSame = review.isAccepted === decision.isAccepted && review.reason === decision.reason;
    return isSame && review.decidedBy === decision.actorId ? "again" : "decided";
  }
  const isDisputed = returns.some(({ kind, state }) => kind === "dispute" && state === "open");
  return decision.isAccepted && isDisputed ? "disputed" : "decide";
}
