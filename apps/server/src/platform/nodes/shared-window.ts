import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { Rate, RateLimit } from "../limits/rate.ts";
import { refuse } from "../limits/refuse.ts";
import type { RedisLink } from "./redis.ts";

// Redis counts whole numbers; some limits are charged with parts of a point.
const PARTS = 1_000;

/** A limit with a window that every process on the same Redis shares. Its methods fail when Redis does not answer. */
export function openSharedWindow({ client, keyOf }: Pick<RedisLink, "client" | "keyOf">, name: string, rate: Rate) {
  const { points, seconds } = rate;
  const limiter = new RateLimiterRedis({
    storeClient: client,
    keyPrefix: "",
    points: points * PARTS,
    duration: seconds,
  });
  // A limit whose rate is another one counts from the beginning.
  const key = (text: string) => keyOf(`window ${name} ${points}/${seconds} ${text}`);
  const limit: RateLimit = {
    async take(text) {
      try {
        await limiter.consume(key(text), PARTS);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        refuse(error.msBeforeNext);
      }
    },
    async check(text) {
      const state = await limiter.get(key(text));
      if (state && state.consumedPoints >= points * PARTS) refuse(state.msBeforeNext);
    },
    async charge(text, used) {
      await limiter.penalty(key(text), Math.round(used * PARTS));
    },
    async giveBack(text) {
      await limiter.reward(key(text), PARTS);
    },
    async forget(text) {
      await limiter.delete(key(text));
    },
  };
  return limit;
}
