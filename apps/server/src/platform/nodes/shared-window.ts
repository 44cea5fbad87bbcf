import { RateLimiterRedis } from "rate-limiter-flexible";
import type { Rate } from "../limits/rate.ts";
import { openWindow } from "../limits/window.ts";
import type { RedisLink } from "./redis.ts";

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
