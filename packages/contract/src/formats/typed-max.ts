// No imports, and a separate file, so that each field loads nothing else with it.

/**
 * The maximum code points of a text before it is tidied and counted: four per character, plus space for blanks at the
 * ends and invisible characters. A text of large emojis reaches it before its limit. As a field's `maxlength` it counts
 * UTF-16 units, of which most emojis have two per code point.
 */
export const typedMax = (max: number): number => 4 * max + 100;
