/** How one may react to a message. No imports, so that a screen loads nothing else with this file. */

/** The emoji of each reaction, in the order in which they are offered. The keys are stored and never change. */
export const REACTIONS = { love: "❤️", like: "👍", laugh: "😂", wow: "😮", sad: "😢", fire: "🔥" } as const;
export type Reaction = keyof typeof REACTIONS;

export const REACTION_KEYS = Object.keys(REACTIONS) as Reaction[]; // The record has no other keys.
