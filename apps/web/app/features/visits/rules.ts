import { PEOPLE_COUNT_MAX } from "@caramelo/contract/limits";

/** How many came, in words; the server stops counting at 1,000. */
export function visitsText(total: number): string {
  if (total === 1) return "1 pessoa visitou seu perfil";
  const many = total.toLocaleString("pt-BR");
  return `${total >= PEOPLE_COUNT_MAX ? `${many} ou mais` : many} pessoas visitaram seu perfil`;
}

/** Midnight of a day where the member is, as a count of days. */
const dayOf = (at: Date) => Math.round(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / 86_400_000);

/** When somebody came last: by days of the calendar, not by hours. A clock that runs behind makes nobody come tomorrow. */
export function visitTimeText(at: Date, now: Date): string {
  const days = dayOf(now) - dayOf(at);
  if (days <= 0) return "Visitou hoje";
  return days === 1 ? "Visitou ontem" : `Visitou há ${days} dias`;
}

/** What a screen reader hears when more visitors arrive. */
export function visitorsCountText(count: number, isEnd: boolean): string {
  const shown = count === 1 ? "1 visita na lista" : `${count} visitas na lista`;
  return isEnd ? `${shown}. Fim da lista.` : `${shown}.`;
}
