/** A sentence that anybody may say, or only people of some ages. */
export type Line = string | { text: string; from: number; until: number };
type Lines = readonly [Line, ...Line[]];

export const from = (age: number, text: string): Line => ({ text, from: age, until: 99 });
export const until = (age: number, text: string): Line => ({ text, from: 18, until: age });

/** The sentences in which people say who they are. Each list has its own position in a text. */
export type Self = {
  /** Work or studies. */
  work: Lines;
  /** Their character. */
  manner: Lines;
  /** A personal detail. */
  detail: Lines;
};

/** The sentences about what people like and look for. */
export type Wishes = {
  /** Nouns, as in "Gosto de …". */
  tastes: Lines;
  /** Nouns, as in "Procuro …". */
  seek: Lines;
  /** Their values. */
  matter: Lines;
  /** How the writer would like to begin getting to know another person. */
  begin: Lines;
};

export type Texts = Self & Wishes;
