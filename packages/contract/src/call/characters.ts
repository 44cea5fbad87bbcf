/** How texts that people type are cleaned and counted. No imports: the browser loads this file as it is. */

// What shows nothing: controls except line breaks and tabs, zero-width and bidirectional characters, other format
// characters, fillers, the empty Braille cell. They let one text pass for another, or for nothing. A joiner and a
// variation selector stay inside an emoji, where they belong.
const EMOJI = String.raw`\p{ExtPict}\p{EMod}?\uFE0F?(?:\u200D\p{ExtPict}\p{EMod}?\uFE0F?)*|[0-9#*]\uFE0F\u20E3`;
const HIDDEN = String.raw`(?![\t\n\r])[\p{Cc}\p{Cf}\p{DI}\u2028\u2029\u2800]`;
const EMOJI_OR_HIDDEN = new RegExp(`(${EMOJI})|${HIDDEN}`, "gu");
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

// Unicode puts marks in order by comparing each with those before it, so 30,000 in a row would cost a quarter of a second. No
// writing has so many on one letter (UAX #15, Stream-Safe Text Format). The two marks of halfwidth Katakana are letters until
// they are decomposed.
const MARK = String.raw`[\p{M}\uFF9E\uFF9F]`;
const LONG_RUN_OF_MARKS = new RegExp(`(${MARK}{30})${MARK}+`, "gu");

/** Canonical form of what a person typed: no invisible characters, NFC, at most 30 marks in a row, no blank ends. */
export function tidyText(text: string): string {
  const visible = text.replace(EMOJI_OR_HIDDEN, "$1").replace(LONG_RUN_OF_MARKS, "$1");
  // NFC comes after: what was kept apart by something invisible now composes. It makes two marks of some.
  return visible.normalize("NFC").replace(LONG_RUN_OF_MARKS, "$1").trim();
}

/** NUL and broken UTF-16 are refused rather than repaired: no keyboard makes them. */
export function isCleanText(text: string): boolean {
  return !text.includes("\0") && !LONE_SURROGATE.test(text);
}

/** Characters as a person counts them; an emoji outside the BMP is one. */
export function countCharacters(text: string): number {
  return [...text].length;
}
