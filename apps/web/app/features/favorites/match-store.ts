import type { Match } from "@caramelo/contract/favorites/calls";
import { createStore } from "~/platform/store.ts";

type NewMatch = Match & { id: string };

/** The latest match that this member made here. It stays after its sheet has closed, so that the sheet leaves whole. */
export const matchStore = createStore<{ match: NewMatch | undefined; isOpen: boolean }>({
  match: undefined,
  isOpen: false,
});

/** Opens the sheet of a match, from wherever the favourite was added. */
export const showMatch = (match: NewMatch): void => matchStore.set({ match, isOpen: true });
export const hideMatch = (): void => matchStore.set((state) => ({ ...state, isOpen: false }));
