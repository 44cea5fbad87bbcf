/**
 * The id of the data block with the answers of a member's first calls, which the server puts into the page: a JSON
 * object of answers by the `answerKey` of their addresses.
 */
export const FIRST_ANSWERS = "first-answers";

/**
 * The cookie with the order (seed) in which this browser last showed the search. Sent only with pages of the search, so
 * that the list inserted by the server has the same order.
 */
export const ORDER_COOKIE = "busca-ordem";

/** Returns the address of a call with its query sorted by name, so that equal requests have the same key. */
export function answerKey(address: string): string {
  const [path = "", query = ""] = address.split("?");
  const params = new URLSearchParams(query);
  params.sort();
  return params.size === 0 ? path : `${path}?${params}`;
}
