/**
 * The id of the data block with which the server sends the answers of the first calls in a member's page. It is a JSON
 * object of the answers by the `answerKey` of their addresses.
 */
export const FIRST_ANSWERS = "first-answers";

/**
 * The cookie with the order (seed) in which a browser last showed the search. It is sent only with pages of the search,
 * so that the list that the server puts into such a page has the same order.
 */
export const ORDER_COOKIE = "busca-ordem";

/** Returns the address of a call with its query sorted by name, so that equal requests have the same key. */
export function answerKey(address: string): string {
  const [path = "", query = ""] = address.split("?");
  const params = new URLSearchParams(query);
  params.sort();
  return params.size === 0 ? path : `${path}?${params}`;
}
