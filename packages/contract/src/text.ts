import * as z from "zod";
import { fieldTexts } from "./errors.ts";

// Controls except line breaks and tabs, zero-width characters, bidirectional marks and other format characters:
// they let one text pass for another. (The joiner U+200D stays: emoji are made with it.)
const INVISIBLE = /(?![\t\n\r\u200D])[\p{Cc}\p{Cf}\u2028\u2029]/gu;
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** Canonical form of what a person typed: NFC, no invisible characters, no blank ends. */
export function tidyText(text: string): string {
  return text.normalize("NFC").replace(INVISIBLE, "").trim();
}

/** NUL and broken UTF-16 are refused rather than repaired: no keyboard makes them. */
export function isCleanText(text: string): boolean {
  return !text.includes("\0") && !LONE_SURROGATE.test(text);
}

/** Characters as a person counts them; an emoji outside the BMP is one. */
export function countCharacters(text: string): number {
  return [...text].length;
}

/** Free text: tidied, at least one and at most `max` characters. */
export function freeText(max: number, texts: { required: string; tooLong: string }) {
  return z
    .string({ error: texts.required })
    .refine(isCleanText, { error: fieldTexts.invalid, abort: true })
    .overwrite(tidyText)
    .refine((text) => text.length > 0, { error: texts.required, abort: true })
    .refine((text) => countCharacters(text) <= max, { error: texts.tooLong });
}

/** Free text on one line: line breaks and tabs become single spaces. */
export function lineText(max: number, texts: { required: string; tooLong: string }) {
  return z
    .string({ error: texts.required })
    .refine(isCleanText, { error: fieldTexts.invalid, abort: true })
    .overwrite((text) => tidyText(text).replace(/\s+/g, " "))
    .refine((text) => text.length > 0, { error: texts.required, abort: true })
    .refine((text) => countCharacters(text) <= max, { error: texts.tooLong });
}
