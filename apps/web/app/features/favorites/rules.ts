import { PEOPLE_COUNT_MAX } from "@caramelo/contract/limits";

const SEARCH_MAX = 80;

/** What is searched for, as it travels: undefined for nothing. */
export function tidySearch(text: string): string | undefined {
  return text.trim().slice(0, SEARCH_MAX) || undefined;
}

export type FavoritesTab = "favoritos" | "fas";

/** The tab and the search that an address names. */
export function readPlace(search: URLSearchParams): { tab: FavoritesTab; q: string | undefined } {
  return { tab: search.get("aba") === "fas" ? "fas" : "favoritos", q: tidySearch(search.get("q") ?? "") };
}

/** The address of that place: what is usual is left out. */
export function writePlace(tab: FavoritesTab, q?: string): Record<string, string> {
  return { ...(tab === "fas" && { aba: "fas" }), ...(q && { q }) };
}

/** What a screen reader hears when more favourites arrive. */
export function favoritesCountText(count: number, isEnd: boolean): string {
  const shown = count === 1 ? "1 favorito na lista" : `${count} favoritos na lista`;
  return isEnd ? `${shown}. Fim da lista.` : `${shown}.`;
}

/** How many keep somebody as a favourite, in words; the server stops counting at 1,000. */
export function fansText(total: number): string {
  if (total === 1) return "1 pessoa favoritou você";
  const many = total.toLocaleString("pt-BR");
  return `${total >= PEOPLE_COUNT_MAX ? `${many} ou mais` : many} pessoas favoritaram você`;
}

type Card = { id: string; isFavorite: boolean };
/** Somebody who was given up while their card was on the screen, and where it stood. */
export type GivenUp<T extends Card> = { card: T; place: number };

/** Notes whose heart was emptied on this screen, and forgets who was taken back; the same list when nothing changed. */
export function noteGivenUp<T extends Card>(kept: readonly GivenUp<T>[], listed: readonly T[]): readonly GivenUp<T>[] {
  const still = kept.filter(({ card }) => !listed.some(({ id, isFavorite }) => id === card.id && isFavorite));
  const isNew = (card: T) => !card.isFavorite && !still.some((one) => one.card.id === card.id);
  const fresh = listed.flatMap((card, place) => (isNew(card) ? [{ card, place }] : []));
  return still.length === kept.length && fresh.length === 0 ? kept : [...still, ...fresh];
}

/** The list with those who were given up still in their places, so that a slip is taken back by the same heart. */
export function withGivenUp<T extends Card>(listed: readonly T[], kept: readonly GivenUp<T>[]): readonly T[] {
  const missing = kept.filter(({ card }) => !listed.some(({ id }) => id === card.id));
  const inOrder = missing.toSorted((one, other) => one.place - other.place);
  return inOrder.reduce((list, { card, place }) => list.toSpliced(place, 0, card), listed);
}
