import { countWords, formatCount, pluralWord } from "@caramelo/contract/formats/counts";
import { PEOPLE_COUNT_MAX, SEARCH_MAX } from "@caramelo/contract/limits";

/** The text to search for, trimmed and shortened; undefined when it is blank. */
export function tidySearch(text: string): string | undefined {
  return text.trim().slice(0, SEARCH_MAX) || undefined;
}

export type FavoritesTab = "favoritos" | "fas";

/** The tab and the search text in an address. */
export function readAddress(search: URLSearchParams): { tab: FavoritesTab; q: string | undefined } {
  return { tab: search.get("aba") === "fas" ? "fas" : "favoritos", q: tidySearch(search.get("q") ?? "") };
}

/** The search parameters for a tab and a search. Default values are left out. */
export function writeAddress(tab: FavoritesTab, q?: string): Record<string, string> {
  return { ...(tab === "fas" && { aba: "fas" }), ...(q && { q }) };
}

/** What a screen reader announces when more favourites arrive. */
export function favoritesCountText(count: number, isEnd: boolean): string {
  const countText = countWords(count, "favorito na lista", "favoritos na lista");
  return isEnd ? `${countText}. Fim da lista.` : `${countText}.`;
}

/** The number of admirers in words; the server stops counting at 1,000. */
export function admirersText(total: number): string {
  const people = pluralWord(total, "pessoa favoritou", "pessoas favoritaram");
  return `${formatCount(total)}${total >= PEOPLE_COUNT_MAX ? " ou mais" : ""} ${people} você`;
}

type Card = { id: string; isFavorite: boolean };
/** A favourite that was removed while its card was on the screen, and the position of that card. */
export type RemovedCard<T extends Card> = { card: T; position: number };

/**
 * Adds the favourites removed on this screen, and drops those added again. Returns the same list when nothing changed.
 */
export function keepRemoved<T extends Card>(
  keptCards: readonly RemovedCard<T>[],
  listedCards: readonly T[],
): readonly RemovedCard<T>[] {
  const still = keptCards.filter(({ card }) => !listedCards.some(({ id, isFavorite }) => id === card.id && isFavorite));
  const isNew = (card: T) => !card.isFavorite && !still.some((keptCard) => keptCard.card.id === card.id);
  const fresh = listedCards.flatMap((card, position) => (isNew(card) ? [{ card, position }] : []));
  return still.length === keptCards.length && fresh.length === 0 ? keptCards : [...still, ...fresh];
}

/** The list with the removed favourites still in their positions. */
export function withRemoved<T extends Card>(
  listedCards: readonly T[],
  keptCards: readonly RemovedCard<T>[],
): readonly T[] {
  const missingCards = keptCards.filter(({ card }) => !listedCards.some(({ id }) => id === card.id));
  const inOrder = missingCards.toSorted((a, b) => a.position - b.position);
  return inOrder.reduce((list, { card, position }) => list.toSpliced(position, 0, card), listedCards);
}
