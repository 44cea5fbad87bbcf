/** How one may react to a message. No imports: the browser loads this file as it is. */

/** The emoji of each reaction, in the order in which they are offered. The keys are stored and never change. */
export const REACTIONS = { love: "❤️", like: "👍", laugh: "😂", wow: "😮", sad: "😢", fire: "🔥" } as const;
export type Reaction = keyof typeof REACTIONS;

/** The keys of REACTIONS, in its order. */
export const REACTION_KEYS = Object.keys(REACTIONS) as Reaction[]; // it has no other keys
