// No imports, and a separate file, so that each field loads nothing else with it.

/**
 * The most code points of a text before it is tidied and counted: four for each character, and room for blank ends and
 * invisible characters. A text of larger emojis alone reaches it earlier than its limit. As the `maxlength` of a field it
 * counts UTF-16 units, of which most emojis have two a code point.
 */
export const typedMax = (max: number): number => 4 * max + 100;
