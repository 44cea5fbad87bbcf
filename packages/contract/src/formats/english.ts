const COUNT = new Intl.NumberFormat("en-US");
const PLURAL = new Intl.PluralRules("en-US");

/** "1 row", "12,345 rows": for operators' commands, which are in English. */
export const countInEnglish = (count: number, one: string): string =>
  `${COUNT.format(count)} ${one}${PLURAL.select(count) === "one" ? "" : "s"}`;
