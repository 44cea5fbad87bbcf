import { createStore, useStore } from "./store.ts";

// The prerendered HTML uses the initial value (false), the browser the current one (true).
const hydration = createStore(false);
hydration.set(true);

/** False in prerendered HTML and until hydration; then true. */
export const useIsHydrated = (): boolean => useStore(hydration);
