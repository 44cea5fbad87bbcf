/** PostgreSQL's codes (SQLSTATE) of a server that is stopping, starting, cut off, or out of memory. */
const GONE = /^(?:08...|57P0[1-5]|53200|58...|25006)$/;
// Errors of a socket carry the system call that failed. A missing file carries another one.
const SOCKET_CALLS = ["connect", "read", "write", "getaddrinfo"];
// The driver's own errors have no code.
const NOT_CONNECTED =
  /^(?:Connection terminated(?! due to connection timeout)|Client has encountered a connection error|Client was closed|Query read timeout)/;

/**
 * Whether the database, or the way to it, is gone: nothing is wrong with the work. Unlike after contention it is not known
 * whether a change was stored, as a commit may have gone through whose answer got lost.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("syscall" in error) return SOCKET_CALLS.includes(String(error.syscall));
  return "code" in error ? GONE.test(String(error.code)) : NOT_CONNECTED.test(error.message);
}
