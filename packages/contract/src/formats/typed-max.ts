// No imports, and a file of its own, so that each field loads nothing else with it.

/**
 * The most UTF-16 units of a text before it is tidied and counted: four for each character, as flags have, and room for
 * blank ends and invisible characters. A text of larger emojis alone reaches it earlier than its limit.
 */
export const typedMax = (max: number): number => 4 * max + 100;
