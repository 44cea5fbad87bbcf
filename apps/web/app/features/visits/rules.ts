import { dayInBrazil, daysBetween } from "@caramelo/contract/formats/calendar";
import { countWords, formatCount, pluralWord } from "@caramelo/contract/formats/counts";
import { PEOPLE_COUNT_MAX } from "@caramelo/contract/limits";

/** The number of visitors in words; the server stops counting at 1,000. */
export function visitsText(total: number): string {
  const people = pluralWord(total, "pessoa visitou", "pessoas visitaram");
  return `${formatCount(total)}${total >= PEOPLE_COUNT_MAX ? " ou mais" : ""} ${people} seu perfil`;
}

/**
 * When a member last visited. `day`, such as "2026-11-21", is compared with the current day in São Paulo. Never in the
 * future, even with a slow device clock.
 */
export function visitTimeText(day: string, now: Date): string {
  const days = daysBetween(day, dayInBrazil(now));
  if (days <= 0) return "Visitou hoje";
  if (days === 1) return "Visitou ontem";
  return `Visitou há ${countWords(days, "dia", "dias")}`;
}

/** What a screen reader announces when more visitors arrive. */
export function visitorsCountText(count: number, isEnd: boolean): string {
  const countText = countWords(count, "visita na lista", "visitas na lista");
  return isEnd ? `${countText}. Fim da lista.` : `${countText}.`;
}
