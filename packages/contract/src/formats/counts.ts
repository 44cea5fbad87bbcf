import { onFirstUse } from "./on-first-use.ts";

const countFormat = onFirstUse(() => new Intl.NumberFormat("pt-BR"));

/** "1.937" of a whole number. */
export const formatCount = (count: number): string =>
  Math.abs(count) < 1_000 ? String(count) : countFormat().format(count);

/** "ficha" for one, "fichas" for any other number: "0 fichas", as in Portugal; Brazilian rules say "0 ficha". */
export const pluralWord = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** "1 ficha", "1.200 fichas". */
export const countWords = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${pluralWord(count, one, many)}`;
