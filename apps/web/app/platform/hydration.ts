import { createStore, useStore } from "./store.ts";

// The HTML written at build uses the initial value (false), the browser the present one (true).
const hydration = createStore(false);
hydration.set(true);

/** False in the HTML written at build and until React has taken it over; then true. */
export const useIsHydrated = (): boolean => useStore(hydration);
