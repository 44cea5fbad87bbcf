/** Counts attempts under a key, in a window that starts with the first of them or as a bucket. */
export type RateLimit = {
  /** Counts one attempt. Fails with RATE_LIMIT_EXCEEDED and the seconds to wait when there were too many. */
  take(key: string): Promise<void>;
  /** Fails as `take` does when no more is left, and counts nothing. */
  check(key: string): Promise<void>;
  /** Counts what was used, parts of a point too, even beyond what is left; a bucket owes at most what a full one holds. */
  charge(key: string, points: number): Promise<void>;
  /** No longer counts one attempt. */
  giveBack(key: string): Promise<void>;
  /** Forgets all attempts under a key. */
  forget(key: string): Promise<void>;
};

/** How many attempts are allowed within how many seconds. */
export type Rate = { points: number; seconds: number };
