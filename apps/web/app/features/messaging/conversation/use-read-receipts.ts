import { useEffect, useRef, useState } from "react";
import { api } from "~/platform/api.ts";
import { requestSync } from "../messaging-client.ts";

/** Marks messages that arrive within this time as read with one request. */
const GATHER_MS = 150;
const RETRY_MS = 5_000;

/**
 * Marks received messages as read, up to a seq of the stream; `upTo` is undefined when nothing is unread or the tab is
 * hidden. Sends the first request without delay, because opening a conversation reads it even if the member leaves at
 * once.
 */
export function useReadReceipts(withId: string, upTo: number | undefined): void {
  const [failures, setFailures] = useState(0);
  const markedAt = useRef(Number.NEGATIVE_INFINITY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failure is a reason to try again
  useEffect(() => {
    if (upTo === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function mark(seq: number) {
      markedAt.current = performance.now();
      api.messaging.markRead({ params: { memberId: withId }, body: { upTo: seq } }).then(requestSync, () => {
        timer = setTimeout(() => setFailures((count) => count + 1), RETRY_MS);
      });
    }
    const pause = markedAt.current + GATHER_MS - performance.now();
    if (pause <= 0) mark(upTo);
    else timer = setTimeout(mark, pause, upTo);
    return () => clearTimeout(timer);
  }, [withId, upTo, failures]);
}
