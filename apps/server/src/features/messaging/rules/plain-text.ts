// Letters of other scripts, and signs, that pass for Latin ones.
const LOOKALIKES: Record<string, string> = {
  ...{ а: "a", в: "b", е: "e", ё: "e", к: "k", м: "m", н: "h", о: "o", р: "p", с: "c", т: "t", у: "y", х: "x", і: "i" },
  ...{ ј: "j", ѕ: "s", α: "a", β: "b", ε: "e", η: "n", ι: "i", κ: "k", μ: "m", ν: "v", ο: "o", ρ: "p", τ: "t", χ: "x" },
  ...{ ı: "i", ł: "l", ø: "o", ß: "ss", æ: "ae", œ: "oe", đ: "d", "€": "e" },
};
const LOOKALIKE = new RegExp(`[${Object.keys(LOOKALIKES).join("")}]`, "g");

// White letters on a dark square or disc: no Unicode form leads from them to letters.
const DARK_LETTER = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]/gu;

/** The same text in small letters without accents, ornaments and lookalikes. Digits of any look are 0 to 9. */
export function flattenText(text: string): string {
  return text
    .replace(/[\ufe0f\u20e3]/g, "")
    .replace(DARK_LETTER, (letter) => darkLetter(letter.codePointAt(0) ?? 0))
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(LOOKALIKE, (letter) => LOOKALIKES[letter] ?? letter);
}

function darkLetter(code: number): string {
  return String.fromCharCode(97 + (code >= 0x1f170 ? code - 0x1f170 : code - 0x1f150));
}

// At least three single letters, each behind the same kind of gap: "p i x", "p.i.x", "p-i-x".
const SPACED_LETTERS = /(?<![a-z0-9])[a-z0-9!$]([ ._*-])[a-z0-9!$](?:\1[a-z0-9!$])+(?![a-z0-9])/g;
const LETTERS: Record<string, string> = { 0: "o", 1: "i", 3: "e", 4: "a", 5: "s", 7: "t", "@": "a", $: "s", "!": "i" };
// A word that has letters around or before what stands for a letter; "h2o" is one, "18h" and "20h30" are none.
const MIXED_WORD =
  /(?<![a-z0-9])(?=[a-z0-9$]{0,20}[a-z])[a-z]{1,20}[013457$](?:[a-z0-9$]{0,20})(?![a-z0-9])|(?<![a-z0-9])[013457][a-z]{3,20}(?![a-z0-9])/g;

/** Flat text with letters that stand apart put together, and with digits in words read as the letters they look like. */
export function readWords(flat: string): string {
  return flat
    .replace(SPACED_LETTERS, (run) => (/[a-z]/.test(run) ? run.replace(/[ ._*-]/g, "") : run))
    .replace(MIXED_WORD, (word) => word.replace(/[013457$]/g, (sign) => LETTERS[sign] ?? sign))
    .replace(/\bp[!l|]x\b/g, "pix")
    .replace(/\b(?:pixx+|piks|piquis)\b/g, "pix")
    .replace(/\s+/g, " ");
}
