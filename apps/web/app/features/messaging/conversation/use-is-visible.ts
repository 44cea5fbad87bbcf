import { createBrowserStore, useStore } from "~/platform/store.ts";

const visibility = createBrowserStore(
  () => document.visibilityState === "visible",
  true,
  () => document,
  ["visibilitychange"],
);

/** True while the member looks at this tab. */
export const useIsVisible = (): boolean => useStore(visibility);
