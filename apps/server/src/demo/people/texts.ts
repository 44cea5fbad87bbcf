/** The pieces that a profile's texts are put together from. Each list has its own place in the text. */
export type Texts = {
  /** Who they are: work or studies. */
  work: readonly [string, ...string[]];
  /** Nouns for "Gosto de …". */
  tastes: readonly [string, ...string[]];
  /** How they are. */
  manner: readonly [string, ...string[]];
  /** A small thing that makes them somebody. */
  detail: readonly [string, ...string[]];
  /** "Procuro …". */
  seek: readonly [string, ...string[]];
  /** What matters to them. */
  matter: readonly [string, ...string[]];
  /** How it could begin. */
  begin: readonly [string, ...string[]];
};
