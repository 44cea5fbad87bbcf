import { onFirstUse } from "./on-first-use.ts";

/** How typed texts are counted and cut. */

// The unit of every limit, counter and cut is a user-perceived character: a Unicode grapheme. A flag, a family and an
// emoji with a skin tone are one each.
const graphemes = onFirstUse(() => new Intl.Segmenter("pt-BR", { granularity: "grapheme" }));
/** A text in which each UTF-16 unit is one character, as in nearly all texts. */
const PLAIN = /^[\t\n -\u02ff]*$/;

export function countCharacters(text: string): number {
  if (PLAIN.test(text)) return text.length;
  return Array.from(graphemes().segment(text)).length;
}

/** The first `max` characters. */
export function firstCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  if (PLAIN.test(text)) return text.slice(0, max);
  let count = 0;
  for (const { index } of graphemes().segment(text)) {
    if (count === max) return text.slice(0, index);
    count += 1;
  }
  return text;
}

/** A text of at most `max` characters unchanged; a longer one cut there, with an ellipsis. */
export function cutText(text: string, max: number): string {
  const beginning = firstCharacters(text, max);
  return beginning === text ? text : `${beginning.trimEnd()}…`;
}
