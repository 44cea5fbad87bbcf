import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import type { RateLimit } from "./rate.ts";
import { refuse } from "./refuse.ts";

type AttemptCount = {
  /** The name of a key in the counter. */
  keyOf?: (text: string) => string;
  /** How many of the counter's whole numbers make one point, so that fractions of a point can be counted. */
  parts?: number;
};

/** A limit with a window, counted by a counter of rate-limiter-flexible, which must allow `points` × `parts`. */
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
