/** The reactions to messages. No imports, so that a screen loads nothing else with this file. */

/** The emoji of each reaction, in the order offered. The keys are stored and must not change. */
export const REACTIONS = { love: "❤️", like: "👍", laugh: "😂", wow: "😮", sad: "😢", fire: "🔥" } as const;
export type Reaction = keyof typeof REACTIONS;

export const REACTION_KEYS = Object.keys(REACTIONS) as Reaction[]; // The record has no other keys.
