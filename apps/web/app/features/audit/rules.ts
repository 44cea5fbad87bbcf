import { countWords, formatCount } from "@caramelo/contract/formats/counts";
import type { ChainCheck, Entry, EntryFilter } from "./queries.ts";

/** No log is older; the server refuses years that its database does not support. */
const FIRST_DAY = "2000-01-01";

/** Whether a text is a day that exists, such as "2026-11-22". The server refuses "2026-02-31". */
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  text >= FIRST_DAY &&
  !Number.isNaN(Date.parse(text)) &&
  dayBeside(text, 0) === text;

/** The names of the filter's fields in the address. */
export const FILTER_KEYS = ["pessoa", "acao", "de", "ate"] as const;

export type FilterForm = Record<(typeof FILTER_KEYS)[number], string>;

export function readForm(search: URLSearchParams): FilterForm {
  const { person = "", action = "", from = "", to = "" } = readFilter(search);
  return { pessoa: person, acao: action, de: from, ate: to };
}

/** Reads the filter from an address. Values that the form could not have written are ignored. */
export function readFilter(search: URLSearchParams): EntryFilter {
  const [person, action, from = "", to = ""] = FILTER_KEYS.map((key) => search.get(key)?.trim() ?? "");
  return {
    ...(person && { person }),
    ...(action && { action }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  };
}

/** The day in an address ("2026-11-22"); today if it is missing or in the future. */
export function readDay(search: URLSearchParams, today: string): string {
  const day = search.get("dia") ?? "";
  return isDay(day) && day <= today ? day : today;
}

/** The day `days` after `day`. */
export const dayBeside = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** The name of the person who acted. Without a person it was the product itself, or an operator on the machine. */
export function actorName(actor: Entry["actor"]): string {
  return actor ? personName(actor) : "Sistema";
}

/** A person's name; the start of the account's id if the name was deleted. */
export function personName({ id, name }: NonNullable<Entry["subject"]>): string {
  return name === "" ? `Conta ${id.slice(0, 8)}` : name;
}

/** How many entries are shown, and whether there are more. */
export function countText(count: number, hasMore: boolean): string {
  if (count === 0) return "";
  if (hasMore) return `Os ${formatCount(count)} registros mais recentes`;
  return countWords(count, "registro", "registros");
}

export function checkText({ broken: brokenLink, checkedUpTo, last }: ChainCheck): {
  tone: "success" | "error" | "info";
  text: string;
} {
  if (brokenLink?.what === "altered") return { tone: "error", text: `O registro ${brokenLink.id} foi alterado.` };
  if (brokenLink) {
    const text = `O registro ${brokenLink.id} não continua o anterior: algo foi alterado ou removido antes dele.`;
    return { tone: "error", text };
  }
  if (checkedUpTo < last)
    return {
      tone: "info",
      text: `${formatCount(checkedUpTo)} de ${countWords(last, "registro conferido", "registros conferidos")}…`,
    };
  return {
    tone: "success",
    text: `Nada foi alterado: ${countWords(checkedUpTo, "registro conferido", "registros conferidos")}.`,
  };
}
