/** PostgreSQL's codes (SQLSTATE) of a server that is stopping, starting, cut off, read-only or out of memory. */
const GONE = /^(?:08...|57P0[1-5]|53200|58...|25006)$/;
// Errors of a socket carry the system call that failed. Errors of files carry other calls.
const SOCKET_CALLS = ["connect", "read", "write", "getaddrinfo"];
// The driver's own errors have no code.
const NOT_CONNECTED =
  /^(?:Connection terminated(?! due to connection timeout)|Client has encountered a connection error|Client was closed|Query read timeout)/;

/**
 * Whether the database, or the network to it, is gone: nothing is wrong with the work. Unlike after contention, the
 * caller cannot know whether a change was stored, because a commit may have succeeded whose answer was lost.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("syscall" in error) return SOCKET_CALLS.includes(String(error.syscall));
  return "code" in error ? GONE.test(String(error.code)) : NOT_CONNECTED.test(error.message);
}
