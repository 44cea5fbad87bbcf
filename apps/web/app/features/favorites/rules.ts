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
