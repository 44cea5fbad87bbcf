import { clockText, shortDayText } from "../formats/moments.ts";
import { ageText, spanText } from "../formats/spans.ts";
import { NOTICE_HOURS, WITHDRAWAL_ANSWER_DAYS } from "../limits.ts";
import type { WorkKind } from "./work-kinds.ts";

/** Pending work of one kind, and since when its oldest entry waits. */
type Work = { kind: WorkKind; count: number; oldestAt: string | null };

const MINUTE_MS = 60_000;
/** An older count is late, because the server counts once a minute. */
const COUNT_LATE_MS = 5 * MINUTE_MS;

/**
 * When the numbers were counted, such as "Contado às 14:05", in São Paulo time. Includes the day unless it is today,
 * and the age if the count is late.
 */
export function countedText(at: string, now: number): { text: string; isLate: boolean } {
  const day = shortDayText(at);
  const clock = clockText(at);
  const isLate = now - Date.parse(at) > COUNT_LATE_MS;
  const text = day === shortDayText(now) ? `Contado às ${clock}` : `Contado em ${day}, às ${clock}`;
  return { text: isLate ? `${text} (${ageText(at, now)})` : text, isLate };
}

/** The deadlines of some kinds of work, in hours after arrival. */
const DUE_HOURS: Partial<Record<WorkKind, number>> = {
  notices: NOTICE_HOURS,
  withdrawals: 24 * WITHDRAWAL_ANSWER_DAYS,
};

/**
 * Pending work in order of urgency: first work with a deadline, the nearest first; then the rest, the longest waiting
 * first.
 */
export function listWaiting<W extends Work>(work: readonly W[]): W[] {
  const due = ({ kind, oldestAt }: Work) => Date.parse(oldestAt ?? "") + (DUE_HOURS[kind] ?? 0) * 60 * MINUTE_MS;
  const isLater = ({ kind }: Work) => Number(DUE_HOURS[kind] === undefined);
  return work.filter(({ count }) => count > 0).toSorted((a, b) => isLater(a) - isLater(b) || due(a) - due(b));
}

/** How long the oldest work of a kind has waited, such as "Aguardando há 20 h; prazo em 4 h". */
export function waitText({ kind, oldestAt }: Work, now: number): { text: string; isLate: boolean } {
  if (oldestAt === null) return { text: "", isLate: false };
  const text = `Aguardando ${ageText(oldestAt, now)}`;
  const hours = DUE_HOURS[kind];
  if (hours === undefined) return { text, isLate: false };
  const dueAt = Date.parse(oldestAt) + hours * 60 * MINUTE_MS;
  const span = spanText(Math.abs(dueAt - now), 48);
  return dueAt > now
    ? { text: `${text}; prazo em ${span}`, isLate: false }
    : { text: `${text}; prazo vencido há ${span}`, isLate: true };
}
