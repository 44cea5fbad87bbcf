/** How all searches compare texts. No imports, so that a screen loads nothing else with this file. */

// Must match the database function `fold_text` step by step; a test compares the two. A change needs a new function
// there, because indexes contain the old one's results.

/** Accents typed as separate characters, as in "D´Avila". Removed first, because NFKD makes them blanks. */
const LONE_ACCENTS = /[\u00b4\u0384\u1ffd]/g;
/**
 * Apostrophe characters (' ` ʹ ʻ ʼ ʽ ˈ ‘ ’ ‚ ‛ ′); marks on Latin, Greek, Cyrillic, Hebrew and Arabic letters;
 * variation selectors and invisible characters.
 */
const UNHEARD =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: marks are meant by themselves, whatever stands before them.
  /['`\u00ad\u02b9\u02bb-\u02bd\u02c8\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u2018-\u201b\u202a-\u202e\u2032\u2060-\u206f\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]+/g;
/** Letters that Unicode does not decompose, and the final sigma. */
const LETTERS: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ς: "σ",
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");
const BLANKS = /[\t-\r \u0085\u1680\u2028\u2029]+/g;

/** Returns a text as searches compare it: without accents, capitals, apostrophes and redundant blanks; "ß" is "ss". */
export function foldText(text: string): string {
  return text
    .replace(LONE_ACCENTS, "")
    .normalize("NFKD")
    .replace(UNHEARD, "")
    .toLowerCase()
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
    .replace(BLANKS, " ")
    .replace(/^ | $/g, "");
}
