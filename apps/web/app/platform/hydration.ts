import { createStore, useStore } from "./store.ts";

// The page written at build reads the initial value, the browser the present one.
const hydration = createStore(false);
hydration.set(true);

/** False in the page written at build and until React has taken it over; then true. */
export const useIsHydrated = (): boolean => useStore(hydration);
