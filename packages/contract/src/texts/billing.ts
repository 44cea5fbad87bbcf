import { pluralWord } from "../formats/counts.ts";
/** Words of what members buy. No imports: the browser loads this file as it is. */

/** The noun after a number: "1 ficha", "72 fichas". */
export const tokensWord = (count: number) => pluralWord(count, "ficha", "fichas");
