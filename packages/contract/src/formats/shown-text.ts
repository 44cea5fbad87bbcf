/** How a text of several lines is shown. No imports, so that a screen loads nothing else with this file. */

/** The lines of a text that are shown before "Ver mais". */
export const SHOWN_LINES = 15;

/** A text as it is shown, with at most two line breaks in a row. */
export const limitBreaks = (text: string): string => text.replace(/(?:\n[^\S\n]*){3,}/g, "\n\n");

/** Shorter texts fit into the lines in the narrowest bubble. */
const FITTING_LENGTH = 200;

/** Whether a text may take more lines than are shown, which the screen then measures. */
export function mayBeHigh(text: string): boolean {
  const shownText = limitBreaks(text);
  return shownText.length > FITTING_LENGTH || shownText.split("\n").length > SHOWN_LINES;
}
