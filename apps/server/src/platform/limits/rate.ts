import { fail } from "../http/failure.ts";

/** Counts attempts under a key, either in a window that starts with the first attempt or as a bucket. */
export type RateLimit = {
  /** Counts one attempt. Fails with RATE_LIMIT_EXCEEDED and the seconds to wait when there were too many attempts. */
  take(key: string): Promise<void>;
  /** Fails like `take` when nothing is left, and counts nothing. */
  check(key: string): Promise<void>;
  /**
   * Counts what was used, also fractions of a point and more than is left. The debt of a bucket is bounded by its size.
   */
  charge(key: string, points: number): Promise<void>;
  /** Uncounts one attempt. */
  giveBack(key: string): Promise<void>;
  /** Forgets all attempts under a key. */
  forget(key: string): Promise<void>;
};

/** How many attempts are allowed within how many seconds. */
export type Rate = { points: number; seconds: number };

/** Refuses an attempt that came too early. The seconds are whole and never 0. */
export function refuse(waitMs: number): never {
  fail("RATE_LIMIT_EXCEEDED", { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) });
}
