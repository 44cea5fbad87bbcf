import { PHOTO_RETRIES, PHOTO_RETRY_BASE_MS } from "@caramelo/contract/limits";

/** Milliseconds to wait before retry number 1, 2 or 3 of a photo, doubling from 1 s; undefined to give up. */
export function photoRetryDelay(retry: number): number | undefined {
  return retry > PHOTO_RETRIES ? undefined : PHOTO_RETRY_BASE_MS * 2 ** (retry - 1);
}
