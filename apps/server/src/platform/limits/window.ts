import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import type { RateLimit } from "./rate.ts";
import { refuse } from "./refuse.ts";

type AttemptCount = {
  /** What the counter calls a key. */
  keyOf?: (text: string) => string;
  /** How many parts of a point the counter counts by, where it counts whole numbers. */
  parts?: number;
};

/** A limit with a window of so many points, by a counter of the package, which has `points` × `parts` of its own. */
export function openWindow(
  counter: RateLimiterAbstract,
  points: number,
  { keyOf = (text) => text, parts }: AttemptCount = {},
): RateLimit {
  const inParts = (used: number) => (parts === undefined ? used : Math.round(used * parts));
  return {
    async take(key) {
      try {
        await counter.consume(keyOf(key), inParts(1));
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        refuse(error.msBeforeNext);
      }
    },
    async check(key) {
      const state = await counter.get(keyOf(key));
      if (state && state.consumedPoints >= inParts(points)) refuse(state.msBeforeNext);
    },
    async charge(key, used) {
      await counter.penalty(keyOf(key), inParts(used));
    },
    async giveBack(key) {
      await counter.reward(keyOf(key), inParts(1));
    },
    async forget(key) {
      await counter.delete(keyOf(key));
    },
  };
}
