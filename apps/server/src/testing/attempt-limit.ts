import { Failure } from "../platform/http/failure.ts";
import type { RateLimit } from "../platform/limits/rate.ts";

/** Counts one attempt. Returns "taken", or the seconds to wait when the limit is reached. */
export async function attempt(limit: RateLimit, key = "k"): Promise<"taken" | number | undefined> {
  try {
    await limit.take(key);
    return "taken";
  } catch (error) {
    if (error instanceof Failure && error.code === "RATE_LIMIT_EXCEEDED") return error.details.retryAfterSeconds;
    throw error;
  }
}
