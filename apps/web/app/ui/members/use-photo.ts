import { PHOTO_RETRIES, PHOTO_RETRY_BASE_MS } from "@caramelo/contract/limits";
import { photoTryUrl } from "@caramelo/contract/photos/sources";
import { useEffect, useRef, useState } from "react";

/** Milliseconds before retry 1, 2 or 3 of a photo, doubling from 1 s; undefined to give up. */
export function photoRetryDelay(retry: number): number | undefined {
  return retry > PHOTO_RETRIES ? undefined : PHOTO_RETRY_BASE_MS * 2 ** (retry - 1);
}

const PLACEHOLDER_PHOTO = "/default-avatar.svg";

type PhotoAttempt = { of: string; retry: number; state: "shown" | "waiting" | "lost" };

/**
 * The address and error handler of a photo that may fail to load. The photo is retried three times, bypassing the
 * cache, with doubling waits; then the placeholder stays. The placeholder also shows before each retry and without a
 * photo.
 */
export function usePhoto(src: string | undefined) {
  const [last, setLast] = useState<PhotoAttempt>({ of: "", retry: 0, state: "shown" });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const current: PhotoAttempt = last.of === src ? last : { of: src ?? "", retry: 0, state: "shown" };
  if (!src || current.state !== "shown") {
    return { src: PLACEHOLDER_PHOTO, isStandIn: true, retry: 0, onError: undefined };
  }

  function handleError() {
    const retry = current.retry + 1;
    const delay = photoRetryDelay(retry);
    clearTimeout(timer.current);
    setLast({ ...current, state: delay === undefined ? "lost" : "waiting" });
    if (delay !== undefined) timer.current = setTimeout(() => setLast({ ...current, retry, state: "shown" }), delay);
  }
  return { src: photoTryUrl(src, current.retry), isStandIn: false, retry: current.retry, onError: handleError };
}
