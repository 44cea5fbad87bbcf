import { pluralWord } from "../formats/counts.ts";
/** Words for products. The only import is the plural rule, so that a screen loads little else with them. */

/** The noun after a number: "1 ficha", "72 fichas". */
export const tokensWord = (count: number) => pluralWord(count, "ficha", "fichas");
