import { isIPv4, isIPv6 } from "node:net";
import { type RateLimitName, rateLimits } from "@caramelo/contract/call/rate-limits";
import ipaddr from "ipaddr.js";
import { RateLimiterMemory } from "rate-limiter-flexible";
import type { RedisLink } from "../nodes/redis.ts";
import { openSharedBucket } from "../nodes/shared-bucket.ts";
import { openBucket } from "./bucket.ts";
import type { Rate, RateLimit } from "./rate.ts";
import { openSharedWindow, openWindow } from "./window.ts";

/**
 * A limit that all processes share, and that each process counts for itself while Redis does not answer. So a lost
 * Redis neither refuses every request nor allows everything.
 */
function openInsuredLimit(
  { attempt }: Pick<RedisLink, "attempt">,
  { shared, own }: { shared: RateLimit; own: RateLimit },
): RateLimit {
  const either = (work: (limit: RateLimit) => Promise<void>) =>
    attempt(
      () => work(shared),
      () => work(own),
    );
  return {
    take: (key) => either((limit) => limit.take(key)),
    check: (key) => either((limit) => limit.check(key)),
    charge: (key, points) => either((limit) => limit.charge(key, points)),
    giveBack: (key) => either((limit) => limit.giveBack(key)),
    forget: (key) => either((limit) => limit.forget(key)),
  };
}

/** A counter for every limit. `ofSession` counts one session, which may use half of the limit. */
export type RateLimits = Record<RateLimitName, RateLimit & { ofSession: RateLimit }>;

const buckets = new Set(Object.entries(rateLimits).flatMap(([name, row]) => ("form" in row ? [name] : [])));

type AdjustableLimits = {
  limits: RateLimits;
  /** Puts other rates in force. A limit whose rate changes starts counting again. */
  adjust(rates: Record<RateLimitName, Rate>): void;
};

type Options = {
  /** The clock in milliseconds by which buckets refill. The default clock cannot be set back. */
  clock?: () => number;
  /** The Redis in which all processes count together. Without it each process counts for itself. */
  redis?: RedisLink | undefined;
};

export function openRateLimits(rates: Record<RateLimitName, Rate>, { clock, redis }: Options = {}): AdjustableLimits {
  const openCounter = (name: string, rate: Rate, isBucket: boolean): RateLimit => {
    const own = isBucket ? openBucket(rate, clock) : openRateLimit(name, rate);
    if (!redis) return own;
    const openShared = isBucket ? openSharedBucket : openSharedWindow;
    return openInsuredLimit(redis, { shared: openShared(redis, name, rate), own });
  };
  const open = (name: string, rate: Rate) => {
    const isBucket = buckets.has(name);
    const half = { ...rate, points: Math.max(1, Math.floor(rate.points / 2)) };
    const ofSession = openCounter(`session ${name}`, half, isBucket);
    return { ...openCounter(name, rate, isBucket), ofSession };
  };
  const limits = Object.fromEntries(Object.entries(rates).map(([name, rate]) => [name, open(name, rate)]));
  let current = rates;
  const adjust = (next: Record<RateLimitName, Rate>) => {
    // The cast holds because the record has exactly these keys.
    for (const name of Object.keys(next) as RateLimitName[]) {
      const [before, after] = [current[name], next[name]];
      if (before.points !== after.points || before.seconds !== after.seconds) limits[name] = open(name, after);
    }
    current = next;
  };
  // The cast holds because every key of the rates got a counter.
  return { limits: limits as RateLimits, adjust };
}

/** Opens a limit that counts in a window of time, in the memory of this process. */
export function openRateLimit(name: string, { points, seconds }: Rate): RateLimit {
  return openWindow(new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }), points);
}

/** Returns the key of one household: the first 64 bits of an IPv6 address, or a whole IPv4 address. */
export function addressKey(address: string): string {
  return firstGroups(address, 4);
}

/**
 * Returns the key of everything that the owner of an address usually has: the first 48 bits of an IPv6 address, or a
 * whole IPv4 address.
 */
export function ownerKey(address: string): string {
  return firstGroups(address, 3);
}

/**
 * Returns the key of an address's network, all of which its owner may have: the first 24 bits of an IPv4 address, 48 of
 * an IPv6 address.
 */
export function networkKey(address: string): string {
  const key = ownerKey(address);
  return isIPv4(key) ? key.split(".").slice(0, 3).join(".") : key;
}

/** Returns the first 16-bit groups of an IPv6 address, or a whole IPv4 address. */
function firstGroups(address: string, count: number): string {
  if (!isIPv6(address)) return address;
  const parsedAddress = ipaddr.IPv6.parse(address);
  if (parsedAddress.isIPv4MappedAddress()) return parsedAddress.toIPv4Address().toString();
  const groups = parsedAddress.parts.slice(0, count);
  return groups.map((group) => group.toString(16)).join(":");
}
