const TOO_MANY_CONNECTIONS = "53300";
/**
 * PostgreSQL's codes (SQLSTATE) for work that the database gave up, without any effect, because other work was in the
 * way.
 */
const CONTENTION = new Set([
  "55P03", // lock_not_available: it waited longer than lock_timeout
  "57014", // query_canceled: it ran longer than statement_timeout, or was cancelled by hand
  "40P01", // deadlock_detected
  "40001", // serialization_failure
  TOO_MANY_CONNECTIONS,
]);
// The pool's own errors have no code: no connection became free in time, or a new one took too long to open.
const WITHOUT_CONNECTION = [
  "timeout exceeded when trying to connect",
  "Connection terminated due to connection timeout",
];

/**
 * Whether the database gave the work up because it was too busy: nothing is wrong with the work, none of it was stored,
 * and it may succeed a moment later.
 */
export function isContention(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return "code" in error ? CONTENTION.has(String(error.code)) : WITHOUT_CONNECTION.includes(error.message);
}

/** Whether the work got no connection, so that nothing was done. */
export function lacksConnection(error: unknown): boolean {
  return isContention(error) && error instanceof Error && (!("code" in error) || error.code === TOO_MANY_CONNECTIONS);
}

/** Runs the work, and once more if it failed by contention. `onRetry` is called in between. */
export async function retryContention<T>(work: () => Promise<T>, onRetry: (error: unknown) => void): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isContention(error)) throw error;
    onRetry(error);
    return work();
  }
}
