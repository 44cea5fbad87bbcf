import { useEffect, useRef, useState } from "react";
import { api } from "~/platform/api.ts";
import { requestSync } from "../messaging-client.ts";

/** Messages that arrive within this time are marked as read with one request. */
const GATHER_MS = 150;
const RETRY_MS = 5_000;

/**
 * Marks received messages as read, up to a seq of the stream; `upTo` is undefined when nothing is unread or the member
 * does not look. The first request is sent without delay, because a member who opens a conversation has read it, even
 * when they leave at once.
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
