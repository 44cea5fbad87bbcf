const COUNT = new Intl.NumberFormat("pt-BR");
// By Brazilian rules zero is singular, but our texts say "0 fichas", which follows the rules of Portugal.
const PLURAL = new Intl.PluralRules("pt-PT");

/** "1.937". */
export const formatCount = (count: number): string => COUNT.format(count);

/** "ficha" of one, "fichas" of any other number. */
export const pluralWord = (count: number, one: string, many: string): string =>
  PLURAL.select(count) === "one" ? one : many;

/** "1 ficha", "1.200 fichas". */
export const countWords = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${pluralWord(count, one, many)}`;
