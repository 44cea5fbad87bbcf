import { lookalikes } from "../../../base/members/lookalike-rules.ts";

// A dense table by code units, because a pattern with a function for each run costs ten times as much.
const SIGNS_END = 1 + Math.max(...Object.keys(lookalikes).map((sign) => sign.charCodeAt(0)));
const PLAIN_LETTERS = Array.from({ length: SIGNS_END }, (_, code) => lookalikes[String.fromCharCode(code)]);

// Numbers and letters drawn as one sign: in brackets, with a full stop, or white on a dark square or disc.
const ENCLOSED = /[\u2474-\u24b5\u{1f110}-\u{1f129}\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]+/gu;
// Signs whose plain form is a fraction, a unit or a word of three to 18 letters, and syllables of Hangul. Replacing
// them by that form would make a text several times as long. The only such word in a pattern is "tel" (℡), which people
// spell out.
const LONG_FORM =
  /[¼-¾℀℁℅℆℡℻⅐-⅞ⅢⅦⅧⅫⅲⅶⅷⅻ↉\u3200-\u3243㉐㉼㉽㋉-㋏\u3300-\u3371㍴㍸㍹㍿㎈㎉㎑-㎔㎟-㎨㎪-㎯㏂㏆㏇㏒㏕㏖㏘㏙㏞㏟㏩-㏿\uac00-\ud7a3ﬃﬄ\ufb50-\ufdfc\u{1f14e}]+/gu;
// Runs of blanks, or of one sign, that are longer than the longest gap inside a number (`GAP` of `digit-runs.ts`).
const LONG_RUN = /(\s{5})\s+|([!-/:-@[-`{-~])\2{5,}/g;

/**
 * The same text in small letters without accents, ornaments and lookalikes. Digits of any look become 0 to 9. Long runs
 * of blanks or of one sign are cut to five, because a pattern may scan a run again from each of its positions; the text
 * means the same.
 */
export function flattenText(text: string): string {
  const unadorned = text
    // Accents are also removed before `normalize`, which would sort a long run of them in quadratic time.
    .replace(/\p{M}+/gu, "")
    .replace(LONG_FORM, "\ufffd")
    .replace(ENCLOSED, readEnclosed)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
  return readLookalikes(unadorned).replace(LONG_RUN, (run) => run.slice(0, 5));
}

function readEnclosed(run: string): string {
  let letters = "";
  for (const sign of run) letters += letterInside(sign.codePointAt(0) ?? 0);
  return letters;
}

function letterInside(code: number): string {
  // The numbers 1 to 20 come twice: in brackets, then with a full stop.
  if (code < 0x249c) return String(((code - 0x2474) % 20) + 1);
  const first = [0x1f170, 0x1f150, 0x1f110].find((start) => code >= start) ?? 0x249c;
  return String.fromCharCode(97 + code - first);
}

function readLookalikes(text: string): string {
  let letters = "";
  let readTo = 0;
  for (let at = 0; at < text.length; at += 1) {
    const plain = PLAIN_LETTERS[text.charCodeAt(at)];
    if (plain === undefined) continue;
    letters += text.slice(readTo, at) + plain;
    readTo = at + 1;
  }
  return letters + text.slice(readTo);
}

// At least three single letters, each behind the same kind of gap: "p i x", "p.i.x", "p-i-x".
const SPACED_LETTERS = /(?<![a-z0-9])[a-z0-9!$]([ ._*-])[a-z0-9!$](?:\1[a-z0-9!$])+(?![a-z0-9])/g;
const LETTERS: Record<string, string> = { 0: "o", 1: "i", 3: "e", 4: "a", 5: "s", 7: "t", "@": "a", $: "s", "!": "i" };
// A word in which a digit or a sign may stand for a letter: "h2o" is one, "18h" and "20h30" are none.
const MIXED_WORD =
  /(?<![a-z0-9])(?=[a-z0-9$]{0,20}[a-z])[a-z]{1,20}[013457$](?:[a-z0-9$]{0,20})(?![a-z0-9])|(?<![a-z0-9])[013457][a-z]{3,20}(?![a-z0-9])/g;

/**
 * Joins letters that are written apart, and reads digits in words as the letters they look like; takes flattened text.
 */
export function readWords(flat: string): string {
  return flat
    .replace(SPACED_LETTERS, (run) => (/[a-z]/.test(run) ? run.replace(/[ ._*-]/g, "") : run))
    .replace(MIXED_WORD, (word) => word.replace(/[013457$]/g, (sign) => LETTERS[sign] ?? sign))
    .replace(/\bp[!l|]x\b/g, "pix")
    .replace(/\b(?:pixx+|piks|piquis)\b/g, "pix")
    .replace(/\s+/g, " ");
}
