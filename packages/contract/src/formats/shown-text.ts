/** How multi-line texts are shown. No imports, so that a screen loads nothing else with this file. */

/** The visible lines of a text before "Ver mais". */
export const SHOWN_LINES = 15;

/** Limits a text to two line breaks in a row. */
export const limitBreaks = (text: string): string => text.replace(/(?:\n[^\S\n]*){3,}/g, "\n\n");

/** Shorter texts fit the visible lines even in the narrowest bubble. */
const FITTING_LENGTH = 200;

/** Whether a text may exceed the visible lines, which the screen then measures. */
export function mayBeHigh(text: string): boolean {
  const shownText = limitBreaks(text);
  return shownText.length > FITTING_LENGTH || shownText.split("\n").length > SHOWN_LINES;
}
