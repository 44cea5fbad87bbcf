import { tidyEmail } from "@caramelo/contract/formats/email";
import { foldText } from "@caramelo/contract/formats/fold-text";

/** The search text of staff for orders. A part is null when the text cannot be such a part. */
export type Search = {
  /** The search text as the beginning of a buyer's address. */
  text: string;
  /** The folded beginnings of words of a buyer's name, as PostgreSQL's text search reads them. */
  words: string | null;
  /** The search text as the beginning of an order's number: the first and the last number that begin with it. */
  ids: { from: string; to: string } | null;
};

/** Fewer digits would match thousands of orders, and could be the beginning of a name. */
const DIGITS_MIN = 4;

/** Reads a search text; undefined for an empty one. */
export function readSearch(q: string): Search | undefined {
  const text = tidyEmail(q);
  if (text === "") return undefined;
  const words = foldText(q)
    .match(/[\p{L}\p{N}]+/gu)
    ?.map((word) => `${word}:*`);
  return { text, words: words?.join(" & ") ?? null, ids: readIds(text) };
}

/** The first and the last order number that begin with a text, with dashes or without; null when none can. */
function readIds(text: string): Search["ids"] {
  const digits = text.replaceAll("-", "");
  if (digits.length < DIGITS_MIN || digits.length > 32 || !/^[0-9a-f]+$/.test(digits)) return null;
  return { from: digits.padEnd(32, "0"), to: digits.padEnd(32, "f") };
}
