const TOO_MANY_CONNECTIONS = "53300";
/** PostgreSQL's codes (SQLSTATE) for work that the database aborted, without any effect, because of concurrent work. */
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
 * Whether the database aborted the work because it was too busy: the work is valid, nothing was stored, and it may
 * succeed a moment later.
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

/** PostgreSQL's codes (SQLSTATE) of a server that is stopping, starting, cut off, read-only or out of memory. */
const GONE = /^(?:08...|57P0[1-5]|53200|58...|25006)$/;
// Errors of a socket carry the system call that failed. Errors of files carry other calls.
const SOCKET_CALLS = ["connect", "read", "write", "getaddrinfo"];
// The driver's own errors have no code.
const NOT_CONNECTED =
  /^(?:Connection terminated(?! due to connection timeout)|Client has encountered a connection error|Client was closed|Query read timeout)/;

/**
 * Whether the database, or the network to it, is gone: the work is valid. Unlike after contention, the caller cannot
 * know whether a change was stored, because the answer of a successful commit may have been lost.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("syscall" in error) return SOCKET_CALLS.includes(String(error.syscall));
  return "code" in error ? GONE.test(String(error.code)) : NOT_CONNECTED.test(error.message);
}

/** PostgreSQL's codes (SQLSTATE) for violated constraints. */
export const UNIQUE_VIOLATION = "23505";
export const FOREIGN_KEY_VIOLATION = "23503";

const CHECK_VIOLATION = "23514";

/** Whether the error is a violation of this unique constraint or index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return isViolation(error, UNIQUE_VIOLATION, constraint);
}

export function isCheckViolation(error: unknown, constraint: string): boolean {
  return isViolation(error, CHECK_VIOLATION, constraint);
}

function isViolation(error: unknown, sqlState: string, name: string): boolean {
  if (!(error instanceof Error)) return false;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }; // pg's DatabaseError has both
  return code === sqlState && constraint === name;
}
