/**
 * What the browser may do with an answer for times without a network. Nothing is kept unless it is said here.
 *
 * - `answer`, `first page`: it keeps the answer to the address without a query, for the signed-in member alone.
 * - `session`: the answer names the member whose answers it may keep; it is kept too.
 * - `forget answers`: once the call has succeeded nothing kept of the member is read again, for it may name somebody who
 *   is not to be seen any more.
 * - `forget member`: once the call has succeeded nothing of the member stays in the browser.
 */
export type Offline =
  | "no"
  | "answer"
  | "first page"
  /** The first page is kept, whatever values these keys of the query have. */
  | { keeps: "first page"; despite: readonly string[] }
  | "session"
  | "forget answers"
  | "forget member";
