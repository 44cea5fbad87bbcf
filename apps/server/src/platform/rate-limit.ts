import { isIPv6 } from "node:net";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { fail } from "./http/failure.ts";

/** Counts attempts under a key within a window that starts with the first of them. */
export type RateLimit = {
  /** Counts one; RATE_LIMIT_EXCEEDED with the seconds to wait when there were too many. */
  take(key: string): Promise<void>;
  /** Uncounts one that turned out fine. */
  giveBack(key: string): Promise<void>;
  /** Forgets a key. */
  forget(key: string): Promise<void>;
};

export function openRateLimit(name: string, { points, seconds }: { points: number; seconds: number }): RateLimit {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
  return {
    async take(key) {
      try {
        await limiter.consume(key);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        fail("RATE_LIMIT_EXCEEDED", { retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) });
      }
    },
    async giveBack(key) {
      await limiter.reward(key);
    },
    async forget(key) {
      await limiter.delete(key);
    },
  };
}

/** One household is one address: the first 64 bits of an IPv6 address, an IPv4 address as it is. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const [head = "", tail = ""] = address.split("%")[0]?.split("::") ?? [];
  const front = head.split(":").filter(Boolean);
  const back = tail.split(":").filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => "0");
  const groups = address.includes("::") ? [...front, ...zeros, ...back] : front;
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
