import { countCharacters } from "../formats/graphemes.ts";
import { typedMax } from "../formats/typed-max.ts";

/** How typed texts are cleaned. No schemas, so that a screen loads little else with this file. */

// Invisible characters: controls except line breaks and tabs, zero-width and bidirectional characters, other format
// characters, fillers, and empty cells, notes and hieroglyphs. With them different texts could look alike, and a text
// could look empty.
const HIDDEN = String.raw`(?![\t\n])[\p{Cc}\p{Cf}\p{DI}\u2800\u{13441}\u{13442}\u{1D159}]`;
// Kept, because here they affect the display: joiners and variation selectors inside an emoji (U+FE0E makes a heart
// black), the tags of the flags of England, Scotland and Wales, and joiners within words of scripts that need them,
// such as Persian and Hindi.
const EMOJI = String.raw`\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}|\p{ExtPict}\p{EMod}?[\uFE0E\uFE0F]?(?:\u200D\p{ExtPict}\p{EMod}?\uFE0F?)*|[0-9#*]\uFE0F\u20E3`;
const SCRIPTS = "Arab Syrc Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh".split(" ");
const JOINED_LETTER = `(?!\\p{Cf})[${SCRIPTS.map((script) => `\\p{scx=${script}}`).join("")}]`;
const VIRAMA = String.raw`[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA]`;
const JOINED = String.raw`(?:${JOINED_LETTER}\p{M}{0,30}[\u200C\u200D](?=[\u200C\u200D]*${JOINED_LETTER})|${VIRAMA}\p{M}{0,30}\u200D)`;
const KEPT_OR_HIDDEN = new RegExp(`(${EMOJI}|${JOINED})|${HIDDEN}`, "gu");
// Line breaks of Windows and other programs.
const LINE_BREAK = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

// Unicode sorts marks by comparing each with those before it, so 30,000 in a row would cost a quarter of a second. No
// script puts more than 30 on one letter (UAX #15, Stream-Safe Text Format). The two halfwidth Katakana marks count as
// letters until they are decomposed.
const MARK = String.raw`[\p{M}\uFF9E\uFF9F]`;
const LONG_RUN_OF_MARKS = new RegExp(`(${MARK}{30})(?:${MARK}|[\u200C\u200D])+`, "gu");

/**
 * Returns the canonical form of typed text: line breaks as "\n", no invisible characters, NFC, at most 30 marks in a
 * row, trimmed.
 */
export function tidyText(text: string): string {
  const visible = text.replace(LINE_BREAK, "\n").replace(KEPT_OR_HIDDEN, "$1").replace(LONG_RUN_OF_MARKS, "$1");
  // NFC comes last, because removing invisible characters may join parts that now compose. It can turn one mark into
  // two, so a long run is cut again.
  return visible.normalize("NFC").replace(LONG_RUN_OF_MARKS, "$1").trim();
}

/**
 * Whether a text has neither NUL nor broken UTF-16. Both are refused, not repaired, because no keyboard produces them.
 */
export function isCleanText(text: string): boolean {
  return !text.includes("\0") && !LONE_SURROGATE.test(text);
}

/** Whether a typed text has more than `max` characters once tidied. Shared by browser and server. */
export function isTooLong(text: string, max: number): boolean {
  return Array.from(text).length > typedMax(max) || countCharacters(tidyText(text)) > max;
}
