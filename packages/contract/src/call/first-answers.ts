/**
 * The id of the data block in which the server sends a member's page with the answers of its first calls: a JSON object,
 * by the key of each address.
 */
export const FIRST_ANSWERS = "first-answers";

/**
 * The cookie in which a browser says in which order (seed) it showed the search last, and which it sends with pages of the
 * search alone: the list that comes with such a page is then the one that its tab goes on with.
 */
export const ORDER_COOKIE = "busca-ordem";

/** The address of a call with the names of its query in order, so that two ways of asking the same are one key. */
export function answerKey(address: string): string {
  const [path = "", query = ""] = address.split("?");
  const params = new URLSearchParams(query);
  params.sort();
  return params.size === 0 ? path : `${path}?${params}`;
}
