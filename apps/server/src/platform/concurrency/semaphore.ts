import PQueue from "p-queue";
import { fail } from "../http/failure.ts";

const RETRY_AFTER_SECONDS = 30;

/** Bounds concurrent work. Other work waits in order; when too much is waiting already, the caller is refused. */
export function openSemaphore({ concurrency, maxWaiting }: { concurrency: number; maxWaiting: number }) {
  const queue = new PQueue({ concurrency });
  return {
    /** Fails with RATE_LIMIT_EXCEEDED and an estimate of the seconds to wait when too much work is waiting already. */
    async run<T>(work: () => Promise<T>): Promise<T> {
      const isFull = queue.pending >= concurrency && queue.size >= maxWaiting;
      if (isFull) fail("RATE_LIMIT_EXCEEDED", { retryAfterSeconds: RETRY_AFTER_SECONDS });
      return queue.add(work);
    },
  };
}
