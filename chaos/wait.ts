import { setTimeout as sleep } from "node:timers/promises";

/** No step of a run takes this long even on the slowest machine, so waiting longer would not help. */
const PATIENCE_MS = 180_000;
const POLL_MS = 20;

/**
 * Resolves as soon as `isDone` returns true. Fails, and names what it waited for, when that does not happen in time.
 */
export async function until(isDone: () => boolean | Promise<boolean>, what: () => string): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await isDone())) {
    if (performance.now() > end) throw new Error(`waited in vain for ${what()}`);
    await sleep(POLL_MS);
  }
}

/** Resolves with the result of the work. Fails when the work takes too long. */
export async function within<T>(work: Promise<T>, what: string): Promise<T> {
  const doneController = new AbortController();
  const late = sleep(PATIENCE_MS, undefined, { signal: doneController.signal }).then(
    () => Promise.reject(new Error(`waited in vain for ${what}`)),
    // The work was done in time.
    () => work,
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    doneController.abort();
  }
}
