import { PEOPLE_COUNT_MAX } from "@caramelo/contract/limits";

/** The number of visitors in words; the server stops counting at 1,000. */
export function visitsText(total: number): string {
  if (total === 1) return "1 pessoa visitou seu perfil";
  const many = total.toLocaleString("pt-BR");
  return `${total >= PEOPLE_COUNT_MAX ? `${many} ou mais` : many} pessoas visitaram seu perfil`;
}

const DAY_MS = 86_400_000;

/**
 * When somebody visited last: `day`, such as "2026-11-21", against the calendar day of the device. A visit never lies in the
 * future, even if the clock of the device is slow.
 */
export function visitTimeText(day: string, now: Date): string {
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  const days = Math.round((today - Date.parse(day)) / DAY_MS);
  if (days <= 0) return "Visitou hoje";
  return days === 1 ? "Visitou ontem" : `Visitou há ${days} dias`;
}

/** What a screen reader says when more visitors arrive. */
export function visitorsCountText(count: number, isEnd: boolean): string {
  const shown = count === 1 ? "1 visita na lista" : `${count} visitas na lista`;
  return isEnd ? `${shown}. Fim da lista.` : `${shown}.`;
}
