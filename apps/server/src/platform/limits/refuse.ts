import { fail } from "../http/failure.ts";

/** Refuses an attempt that came too early. The seconds are whole and never 0. */
export function refuse(waitMs: number): never {
  fail("RATE_LIMIT_EXCEEDED", { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) });
}
