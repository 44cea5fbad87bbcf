/** How typed texts are cleaned and counted. No imports, so that a screen loads nothing else with this file. */

// Invisible characters: controls except line breaks and tabs, zero-width and bidirectional characters, other format
// characters, fillers, the empty Braille cell. With them two different texts could look alike, and a text could look
// empty. Joiners and variation selectors inside an emoji are kept, because they belong there.
const EMOJI = String.raw`\p{ExtPict}\p{EMod}?\uFE0F?(?:\u200D\p{ExtPict}\p{EMod}?\uFE0F?)*|[0-9#*]\uFE0F\u20E3`;
const HIDDEN = String.raw`(?![\t\n\r])[\p{Cc}\p{Cf}\p{DI}\u2028\u2029\u2800]`;
const EMOJI_OR_HIDDEN = new RegExp(`(${EMOJI})|${HIDDEN}`, "gu");
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

// Unicode sorts marks by comparing each with those before it, so 30,000 in a row would cost a quarter of a second. No
// script puts more than 30 on one letter (UAX #15, Stream-Safe Text Format). The two marks of halfwidth Katakana count
// as letters until they are decomposed.
const MARK = String.raw`[\p{M}\uFF9E\uFF9F]`;
const LONG_RUN_OF_MARKS = new RegExp(`(${MARK}{30})${MARK}+`, "gu");

/** Canonical form of what a person typed: no invisible characters, NFC, at most 30 marks in a row, no blank ends. */
export function tidyText(text: string): string {
  const visible = text.replace(EMOJI_OR_HIDDEN, "$1").replace(LONG_RUN_OF_MARKS, "$1");
  // NFC comes last, because removing invisible characters may bring parts together that now compose. It can turn one
  // mark into two, so long runs are cut again.
  return visible.normalize("NFC").replace(LONG_RUN_OF_MARKS, "$1").trim();
}

/**
 * Whether a text has neither NUL nor broken UTF-16. Both are refused rather than repaired, because no keyboard makes
 * them.
 */
export function isCleanText(text: string): boolean {
  return !text.includes("\0") && !LONE_SURROGATE.test(text);
}

/** Counts code points, so that an emoji counts as one unless it is composed of several. */
export function countCharacters(text: string): number {
  return [...text].length;
}
