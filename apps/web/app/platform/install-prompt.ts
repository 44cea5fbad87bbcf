import { createBrowserStore, useStore } from "./store.ts";

/** The event by which a browser offers to install the site. TypeScript's DOM library does not know it. */
type InstallPrompt = Event & { prompt: () => Promise<unknown> };

declare global {
  interface Window {
    installPrompt?: InstallPrompt;
  }
}

const OFFERED = "beforeinstallprompt";

/**
 * Runs in the head, because the browser offers the installation only once, perhaps before the page is ready. The offer
 * is kept for the hint, and the browser shows no bar of its own. The content policy contains the hash of this text.
 */
export const INSTALL_SCRIPT = `addEventListener("${OFFERED}",function(e){e.preventDefault();window.installPrompt=e})`;

const prompt = createBrowserStore(
  () => window.installPrompt,
  undefined,
  () => window,
  [OFFERED],
);

/** The browser's offer to install the site; undefined until it comes, and in browsers that make none. */
export const useInstallPrompt = (): InstallPrompt | undefined => useStore(prompt);
