// Reads a text of a profile word by word. Each word is looked at a bounded number of times, so the work grows no faster
// than the text.

/** `raw` as it was written, `word` in small letters without accents. `gap`: a sign or line break precedes it. */
export type Word = { raw: string; word: string; gap: boolean };
/**
 * The words up to a full stop, another sign that ends a thought, an emoji or a line break. `isOfWriter`: if it has no
 * verb, as in "Médico, apaixonado pela serra", its subject is the writer, not the person whom the writer looks for.
 */
export type Sentence = { words: Word[]; isQuestion: boolean; isOfWriter: boolean };

/** A longer run of letters is no word of any language that members write in. */
const WORD_MAX = 24;

const PARTS = /[\p{L}\p{M}]+(?:[-'’][\p{L}\p{M}]+)*|[^\p{L}\p{M}\s]|\n/gu;
/** Signs that separate parts of a sentence without ending it. */
const INNER_SIGNS = new Set([",", "-", "'", "’"]);

/** Small letters without accents. Accents go first, because normalizing a long run of them takes quadratic time. */
export const foldWord = (raw: string): string =>
  raw
    .replace(/\p{M}+/gu, "")
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();

export function readSentences(text: string, isOfWriter = true): Sentence[] {
  const sentences: Sentence[] = [];
  let words: Word[] = [];
  let gap = true;
  for (const [part] of text.matchAll(PARTS)) {
    if (/^\p{L}/u.test(part)) {
      const isWord = part.length <= WORD_MAX;
      if (isWord) words.push({ raw: part.normalize("NFC"), word: foldWord(part), gap });
      gap = !isWord;
      continue;
    }
    gap = true;
    if (INNER_SIGNS.has(part)) continue;
    if (words.length > 0) sentences.push({ words, isQuestion: part === "?", isOfWriter });
    words = [];
  }
  if (words.length > 0) sentences.push({ words, isQuestion: false, isOfWriter });
  return sentences;
}

const NEGATIVES = new Set(
  (
    "nao nunca jamais nem sem odeio detesto dispenso menos exceto medo alergia alergica alergico fujo evito parei larguei " +
    "cansei troquei enjoei pessima pessimo odiei detestei " +
    // An opening must not ask lightly about a loss.
    "perdi morreu morreram faleceu luto saudade saudades"
  ).split(" "),
);

/** Whether a word turns the meaning of its sentence: "não", "detesto", "ex-jogador". */
export const isNegative = ({ word }: Word): boolean => NEGATIVES.has(word) || word.startsWith("ex-");
