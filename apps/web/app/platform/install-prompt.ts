import { createBrowserStore, useStore } from "./store.ts";

/** The event with which a browser offers to install the site; missing in TypeScript's DOM library. */
type InstallPrompt = Event & { prompt: () => Promise<unknown> };

declare global {
  interface Window {
    installPrompt?: InstallPrompt;
  }
}

const OFFERED = "beforeinstallprompt";

/**
 * Runs in the head, because the browser offers the installation only once, possibly before the page is ready. Stores
 * the offer for the hint and suppresses the browser's bar. The content policy contains the hash of this text.
 */
export const INSTALL_SCRIPT = `addEventListener("${OFFERED}",function(e){e.preventDefault();window.installPrompt=e})`;

const prompt = createBrowserStore(
  () => window.installPrompt,
  undefined,
  () => window,
  [OFFERED],
);

/** The browser's offer to install the site; undefined until it arrives, and in browsers without one. */
export const useInstallPrompt = (): InstallPrompt | undefined => useStore(prompt);
