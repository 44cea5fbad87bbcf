import { countWords, formatCount, pluralWord } from "@caramelo/contract/formats/counts";
import { PEOPLE_COUNT_MAX } from "@caramelo/contract/limits";

const SEARCH_MAX = 80;

/** The text to search for; undefined when it is blank. */
export function tidySearch(text: string): string | undefined {
  return text.trim().slice(0, SEARCH_MAX) || undefined;
}

export type FavoritesTab = "favoritos" | "fas";

/** The tab and the search that an address names. */
export function readAddress(search: URLSearchParams): { tab: FavoritesTab; q: string | undefined } {
  return { tab: search.get("aba") === "fas" ? "fas" : "favoritos", q: tidySearch(search.get("q") ?? "") };
}

/** The search parameters of a tab and a search; defaults are left out. */
export function writeAddress(tab: FavoritesTab, q?: string): Record<string, string> {
  return { ...(tab === "fas" && { aba: "fas" }), ...(q && { q }) };
}

/** What a screen reader says when more favourites arrive. */
export function favoritesCountText(count: number, isEnd: boolean): string {
  const shown = countWords(count, "favorito na lista", "favoritos na lista");
  return isEnd ? `${shown}. Fim da lista.` : `${shown}.`;
}

/** The number of admirers in words; the server stops counting at 1,000. */
export function admirersText(total: number): string {
  const people = pluralWord(total, "pessoa favoritou", "pessoas favoritaram");
  return `${formatCount(total)}${total >= PEOPLE_COUNT_MAX ? " ou mais" : ""} ${people} você`;
}

type Card = { id: string; isFavorite: boolean };
/** A favourite that was removed while its card was on the screen, and the position of that card. */
export type Removed<T extends Card> = { card: T; position: number };

/** Adds the favourites that were removed on this screen and drops those that came back; the same list when nothing changed. */
export function keepRemoved<T extends Card>(kept: readonly Removed<T>[], listed: readonly T[]): readonly Removed<T>[] {
  const still = kept.filter(({ card }) => !listed.some(({ id, isFavorite }) => id === card.id && isFavorite));
  const isNew = (card: T) => !card.isFavorite && !still.some((one) => one.card.id === card.id);
  const fresh = listed.flatMap((card, position) => (isNew(card) ? [{ card, position }] : []));
  return still.length === kept.length && fresh.length === 0 ? kept : [...still, ...fresh];
}

/** The list with the removed favourites still in their positions. */
export function withRemoved<T extends Card>(listed: readonly T[], kept: readonly Removed<T>[]): readonly T[] {
  const missing = kept.filter(({ card }) => !listed.some(({ id }) => id === card.id));
  const inOrder = missing.toSorted((one, other) => one.position - other.position);
  return inOrder.reduce((list, { card, position }) => list.toSpliced(position, 0, card), listed);
}
