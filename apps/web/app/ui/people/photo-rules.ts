import { PHOTO_RETRIES, PHOTO_RETRY_BASE_MS } from "@caramelo/contract/limits";

/** Milliseconds to wait before the nth retry of a photo (1, 2, 3): doubling from 1 s. Undefined: give up. */
export function photoRetryDelay(retry: number): number | undefined {
  return retry > PHOTO_RETRIES ? undefined : PHOTO_RETRY_BASE_MS * 2 ** (retry - 1);
}
