import * as z from "zod";
import { countCharacters } from "../formats/graphemes.ts";
import { typedMax } from "../formats/typed-max.ts";
import { REASON_MAX } from "../limits.ts";
import { isCleanText, tidyText } from "./characters.ts";
import { fieldTexts } from "./errors.ts";

type Texts = { required: string; tooLong: string };

/** Free text: tidied, at least one and at most `max` characters. */
export const freeText = (max: number, texts: Texts) => boundedText(tidyText, max, texts);

/** Tidied and on one line: each run of blanks, tabs and line breaks becomes one space. */
export const tidyLine = (text: string): string => tidyText(text).replace(/\s+/g, " ");

export const lineText = (max: number, texts: Texts) => boundedText(tidyLine, max, texts);

function boundedText(tidy: (text: string) => string, max: number, texts: Texts) {
  return z
    .string({ error: texts.required })
    .max(typedMax(max), { error: texts.tooLong, abort: true })
    .refine(isCleanText, { error: fieldTexts.invalid, abort: true })
    .overwrite(tidy)
    .refine((text) => text.length > 0, { error: texts.required, abort: true })
    .refine((text) => countCharacters(text) <= max, { error: texts.tooLong });
}

/** A text by staff for a member, the sender of a notice or the audit log. */
export const staffWords = freeText(REASON_MAX, {
  required: fieldTexts.reasonRequired,
  tooLong: fieldTexts.reasonTooLong,
});
