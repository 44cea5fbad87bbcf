import { vi } from "vitest";

/** Shows or hides the tab, as when its member opens another one. */
export function showTab(isVisible: boolean): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(isVisible ? "visible" : "hidden");
  document.dispatchEvent(new Event("visibilitychange"));
}

/** Reports that the network is back. */
export const goOnline = (): boolean => window.dispatchEvent(new Event("online"));
