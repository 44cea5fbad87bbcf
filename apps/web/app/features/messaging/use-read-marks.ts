import { useEffect, useState } from "react";
import { api } from "~/platform/api.ts";
import { nudgeStream } from "./desk.ts";

/** Messages that arrive together are marked together. */
const GATHER_MS = 150;
const RETRY_MS = 5_000;

/** Marks what was received as read, up to a place of the stream; undefined: nothing to mark, or nobody looks. */
export function useReadMarks(withId: string, upTo: number | undefined): void {
  const [failures, setFailures] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failure is another reason to try
  useEffect(() => {
    if (upTo === undefined) return;
    const mark = () =>
      api.messaging.markRead({ params: { memberId: withId }, body: { upTo } }).then(nudgeStream, () => {
        timer = setTimeout(() => setFailures((count) => count + 1), RETRY_MS);
      });
    let timer = setTimeout(mark, GATHER_MS);
    return () => clearTimeout(timer);
  }, [withId, upTo, failures]);
}
