import { type Rate, type RateLimit, refuse } from "./rate.ts";

/**
 * A token bucket for each key: it is full at first, each attempt takes one token, and it refills evenly. A bucket is
 * stored as the moment at which it will be full again (the generic cell rate algorithm), so a full one need not be
 * stored. The default clock cannot be set back.
 */
export function openBucket({ points, seconds }: Rate, clock = () => performance.now()): RateLimit & { size(): number } {
  const wholeMs = seconds * 1_000;
  const perToken = wholeMs / points;
  const fullAt = new Map<string, number>();
  let sweepAt = 0;

  function sweep(now: number): void {
    if (now < sweepAt) return;
    sweepAt = now + wholeMs;
    for (const [key, at] of fullAt) if (at <= now) fullAt.delete(key);
  }

  /** Returns when the bucket will be full again after this many tokens are taken from it. */
  function fullAfter(key: string, tokens: number): number {
    const now = clock();
    sweep(now);
    return Math.max(now, fullAt.get(key) ?? now) + tokens * perToken;
  }

  function assertToken(key: string): void {
    const waitMs = fullAfter(key, 1) - clock() - wholeMs;
    // Sums of fractions are inexact: a thousandth of a millisecond is no reason to refuse.
    if (waitMs > 0.001) refuse(waitMs);
  }

  return {
    async take(key) {
      assertToken(key);
      fullAt.set(key, fullAfter(key, 1));
    },
    async check(key) {
      assertToken(key);
    },
    async charge(key, tokens) {
      // Charges may arrive together after the work, so the debt is bounded: otherwise they could block a key for hours.
      fullAt.set(key, Math.min(fullAfter(key, tokens), clock() + 2 * wholeMs));
    },
    async giveBack(key) {
      const at = fullAt.get(key);
      if (at !== undefined) fullAt.set(key, at - perToken);
    },
    async forget(key) {
      fullAt.delete(key);
    },
    size: () => fullAt.size,
  };
}
