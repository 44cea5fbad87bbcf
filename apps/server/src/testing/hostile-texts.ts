import fc from "fast-check";

/** A long run of one of these may take more time to read than as many letters. */
const RUNS = [
  " ",
  "\n",
  "\t",
  "\u00a0",
  "\u3000",
  " \n",
  ". ",
  ", ",
  "- ",
  "1",
  "12",
  "1 ",
  "1.",
  "1a",
  "0o",
  "+1(",
  "+55 11 ",
  "um e ",
  "vinte e ",
  ".",
  "..,",
  "!",
  "!.",
  "-",
  "_",
  "/",
  "(",
  "( ",
  ")",
  "{",
  "<",
  '"',
  "\\",
  "$",
  "a$",
  "=",
  ";",
  "?",
  "#",
  "%20",
  "@",
  "a@",
  "@a",
  "@aa ",
  "a.",
  ".a",
  "a-",
  "a@a.",
  "www.",
  "www . ",
  "http://",
  "https://.",
  "://",
  "[ponto",
  "(at ",
  // Invisible characters, marks in and out of order, and characters that are drawn over others.
  "\u200b",
  "\u200d",
  "\u2060",
  "\u00ad",
  "\ufe0f",
  "\u0301",
  "\u0301\u0323",
  "e\u0301",
  "a\u0323\u0301",
  "\uff9e\u0301",
  // Characters that look like a letter or a digit, and those whose plain form is several letters.
  "а",
  "аa",
  "е ",
  "ß",
  "œ",
  "€",
  "𝐚",
  "𝟏",
  "①",
  "⒇",
  "⒛",
  "⒜",
  "🅰",
  "🄰",
  "Ⅷ",
  "㏘",
  "㎯",
  "㍿",
  "ﷺ",
  "각",
  "ﬃ",
  "…",
  "😀",
  "👩🏽\u200d🚀",
  "1\ufe0f\u20e3",
  "🇧🇷",
  "p1x ",
  "p i x ",
  "p.i.x.",
  "h2o ",
  "c@rt@o ",
];

/** A text of exactly `length` characters. */
export function fillText(part: string, length: number): string {
  return [...part.repeat(Math.ceil(length / [...part].length))].slice(0, length).join("");
}

/** Returns texts of `length` characters: one of different letters, and each run, alone and between two letters. */
export function listRuns(length: number): string[] {
  const different = String.fromCharCode(...Array.from({ length }, (_, at) => 0x4e00 + at));
  return [different, ...RUNS.flatMap((part) => [fillText(part, length), `a${fillText(part, length - 2)}b`])];
}

/**
 * Returns texts of `length` characters that almost match a pattern again and again: `count` texts for each pattern, the
 * same ones for the same seed.
 */
export function listAlmostMatches(patterns: readonly RegExp[], length: number, count: number, seed: number): string[] {
  return patterns.flatMap((pattern) => fc.sample(almostMatching(pattern, length), { numRuns: count, seed }));
}

/** Draws texts that repeat the start of a match, each time followed by a character that breaks the match. */
function almostMatching(pattern: RegExp, length: number): fc.Arbitrary<string> {
  const share = fc.double({ min: 0.2, max: 1, noNaN: true });
  const ending = fc.constantFrom("", " ", ".", "x", "\n", "1", "$", " a");
  return fc.tuple(matching(pattern), fc.integer({ min: 1, max: 8 }), share, ending).map(([match, times, part, end]) => {
    const beginning = match.slice(0, Math.max(1, Math.ceil(match.length * part)));
    return fillText(match.slice(0, Math.ceil(match.length / 2)) + (beginning + end).repeat(times), length);
  });
}

/**
 * Draws what the parts of a pattern match. Lookarounds count as ordinary parts, and a back reference as one of ".", "!"
 * and a space.
 */
function matching({ source, flags }: RegExp): fc.Arbitrary<string> {
  const atoms = source
    .replace(/\\[bB]/g, "")
    .replace(/\(\?<?[=!]/g, "(?:")
    .replace(/\\[1-9]/g, "[.! ]");
  return fc.stringMatching(new RegExp(atoms, flags.replace(/[giy]/g, ""))).map((match) => match || "a");
}
