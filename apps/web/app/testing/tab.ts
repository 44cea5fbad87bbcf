import { vi } from "vitest";

/** Shows or hides the tab, as its member does by turning to another one. */
export function showTab(isVisible: boolean): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(isVisible ? "visible" : "hidden");
  document.dispatchEvent(new Event("visibilitychange"));
}

/** The network is back. */
export const goOnline = (): boolean => window.dispatchEvent(new Event("online"));
