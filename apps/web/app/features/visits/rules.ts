import { dayInBrazil, daysBetween } from "@caramelo/contract/formats/calendar";
import { countWords, formatCount } from "@caramelo/contract/formats/counts";
import { PEOPLE_COUNT_MAX } from "@caramelo/contract/limits";

/** The number of visitors in words; the server stops counting at 1,000. */
export function visitsText(total: number): string {
  if (total === 1) return "1 pessoa visitou seu perfil";
  const many = formatCount(total);
  return `${total >= PEOPLE_COUNT_MAX ? `${many} ou mais` : many} pessoas visitaram seu perfil`;
}

/**
 * When somebody visited last: `day`, such as "2026-11-21", against the day in São Paulo. A visit never lies in the future,
 * even if the clock of the device is slow.
 */
export function visitTimeText(day: string, now: Date): string {
  const days = daysBetween(day, dayInBrazil(now));
  if (days <= 0) return "Visitou hoje";
  return days === 1 ? "Visitou ontem" : `Visitou há ${countWords(days, "dia", "dias")}`;
}

/** What a screen reader says when more visitors arrive. */
export function visitorsCountText(count: number, isEnd: boolean): string {
  const shown = countWords(count, "visita na lista", "visitas na lista");
  return isEnd ? `${shown}. Fim da lista.` : `${shown}.`;
}
