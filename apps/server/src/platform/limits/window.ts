import { type RateLimiterAbstract, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { RedisLink } from "../nodes/redis.ts";
import { type Rate, type RateLimit, refuse } from "./rate.ts";

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
  const inParts = (usedAmount: number) => (parts === undefined ? usedAmount : Math.round(usedAmount * parts));
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
    async charge(key, usedAmount) {
      await counter.penalty(keyOf(key), inParts(usedAmount));
    },
    async giveBack(key) {
      await counter.reward(keyOf(key), inParts(1));
    },
    async forget(key) {
      await counter.delete(keyOf(key));
    },
  };
}

// Redis counts whole numbers, and some limits are charged with fractions of a point.
const PARTS = 1_000;

/** A limit with a window that every process on the same Redis shares. Its methods fail when Redis does not answer. */
export function openSharedWindow({ client, keyOf }: Pick<RedisLink, "client" | "keyOf">, name: string, rate: Rate) {
  const { points, seconds } = rate;
  const counter = new RateLimiterRedis({
    storeClient: client,
    keyPrefix: "",
    points: points * PARTS,
    duration: seconds,
  });
  return openWindow(counter, points, {
    // The rate is part of the key, so that a limit whose rate changes starts counting again.
    keyOf: (text) => keyOf("window", `${name} ${points}/${seconds} ${text}`),
    parts: PARTS,
  });
}
