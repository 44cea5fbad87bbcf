import { useEffect, useRef, useState } from "react";
import { api } from "~/platform/api.ts";
import { nudgeStream } from "./desk.ts";

/** Messages that arrive together are marked together. */
const GATHER_MS = 150;
const RETRY_MS = 5_000;

/**
 * Marks what was received as read, up to a place of the stream; undefined: nothing to mark, or nobody looks. The first
 * mark leaves at once: who opens a conversation has read it, however soon they go.
 */
export function useReadMarks(withId: string, upTo: number | undefined): void {
  const [failures, setFailures] = useState(0);
  const markedAt = useRef(Number.NEGATIVE_INFINITY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failure is another reason to try
  useEffect(() => {
    if (upTo === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function mark(place: number) {
      markedAt.current = performance.now();
      api.messaging.markRead({ params: { memberId: withId }, body: { upTo: place } }).then(nudgeStream, () => {
        timer = setTimeout(() => setFailures((count) => count + 1), RETRY_MS);
      });
    }
    const rest = markedAt.current + GATHER_MS - performance.now();
    if (rest <= 0) mark(upTo);
    else timer = setTimeout(mark, rest, upTo);
    return () => clearTimeout(timer);
  }, [withId, upTo, failures]);
}
