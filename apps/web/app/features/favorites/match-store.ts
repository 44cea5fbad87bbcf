import type { Match } from "@caramelo/contract/favorites/calls";
import { createStore } from "~/platform/store.ts";

type NewMatch = Match & { id: string };

/**
 * The latest match that this member completed here. It stays after the sheet has closed, because the sheet still shows
 * it while fading out.
 */
export const matchStore = createStore<{ match: NewMatch | undefined; isOpen: boolean }>({
  match: undefined,
  isOpen: false,
});

/** Opens the sheet of a match, from any screen with a favourite button. */
export const showMatch = (match: NewMatch): void => matchStore.set({ match, isOpen: true });
export const hideMatch = (): void => matchStore.set((state) => ({ ...state, isOpen: false }));
