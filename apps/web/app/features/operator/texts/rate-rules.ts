import { RATE_TEXT } from "@caramelo/contract/operator/site-settings";

const UNITS = [
  { unit: "days", seconds: 86_400, one: "dia", many: "dias" },
  { unit: "hours", seconds: 3_600, one: "hora", many: "horas" },
  { unit: "minutes", seconds: 60, one: "minuto", many: "minutos" },
  { unit: "seconds", seconds: 1, one: "segundo", many: "segundos" },
] as const;
type Unit = (typeof UNITS)[number]["unit"];

/** The units for this span, the shortest first: "1 hora", "2 horas". */
export const unitOptions = (span: string): (readonly [Unit, string])[] =>
  UNITS.toReversed().map(({ unit, one, many }) => [unit, span.trim() === "1" ? one : many]);

/** The form values of a limit, a count per period. The texts may be anything. */
export type RateForm = { times: string; span: string; unit: Unit };

/** The fields of a stored limit, such as "10/900". The span is in the largest unit that divides it. */
export function readRate(text: string): RateForm {
  const [times = "", span = ""] = text.split("/", 2);
  const fit = RATE_TEXT.test(text) ? UNITS.find(({ seconds }) => Number(span) % seconds === 0) : undefined;
  return fit ? { times, span: String(Number(span) / fit.seconds), unit: fit.unit } : { times, span, unit: "seconds" };
}

/** The stored text for the fields. Not a valid limit while a field has no whole number. */
export function writeRate({ times, span, unit }: RateForm): string {
  const seconds = UNITS.find((knownUnit) => knownUnit.unit === unit)?.seconds ?? 1;
  const isWhole = /^\s*\d{1,7}\s*$/.test(span);
  return `${times.trim()}/${isWhole ? Number(span) * seconds : span.trim()}`;
}
