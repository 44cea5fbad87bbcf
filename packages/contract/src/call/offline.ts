/**
 * What the browser may keep of an answer for times without a network. Without one of these values it keeps nothing.
 *
 * - `answer`, `first page`: the browser keeps the answer to the address without a query, for this member alone.
 * - `session`: the answer names the member whose answers the browser may keep; it is kept, too.
 * - `forget answers`: after the call has succeeded, no kept answer is read again, because it may name somebody whom the
 *   member must not see any more.
 * - `forget member`: after the call has succeeded, nothing of the member stays in the browser.
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
