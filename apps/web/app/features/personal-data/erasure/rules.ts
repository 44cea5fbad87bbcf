import { CATEGORY_NAMES, dataCategories, fillPeriods } from "@caramelo/contract/personal-data/categories";

/** "Apagadas." or "Apagados dos dois lados.": nothing of it is left. */
const IS_GONE = /^Apagad[ao]s?(?: dos dois lados)?\.$/;

/** What an erasure does, from the declaration that the system follows: what goes whole, and what becomes of the rest. */
export function listOutcomes() {
  const outcomes = CATEGORY_NAMES.map((name) => ({
    name: dataCategories[name].name,
    text: fillPeriods(dataCategories[name].onErasure),
  }));
  return {
    gone: outcomes.filter(({ text }) => IS_GONE.test(text)).map(({ name }) => name),
    rest: outcomes.filter(({ text }) => !IS_GONE.test(text)),
  };
}
