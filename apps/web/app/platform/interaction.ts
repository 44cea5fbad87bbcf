import { createStore } from "./store.ts";

// `navigator.userActivation` is not used, because older browsers lack it, and a script that drives the browser sets it.
const interaction = createStore(false);

/** Whether somebody has clicked or typed in this document since `watchInteractions` was called. */
export const hasInteracted = interaction.get;
export const subscribeToInteraction = interaction.subscribe;

/** Keys that show no interest in the page: modifiers, and keys with which people leave a page that opened by itself. */
const MODIFIERS = ["Alt", "AltGraph", "Control", "Meta", "OS", "Shift"];
const LEAVING = /^(Escape|F\d+|Browser\w+)$/;

/**
 * Whether a key was really pressed for this page: not held down since another page, and not part of a shortcut that
 * closes it.
 */
const isPressedHere = ({ key, repeat, altKey, ctrlKey, metaKey }: KeyboardEvent) =>
  !repeat && !altKey && !ctrlKey && !metaKey && !MODIFIERS.includes(key) && !LEAVING.test(key);

/** Watches from now on for clicks and keys. Events that a script of a page has made are ignored. */
export function watchInteractions(): void {
  const options = { capture: true };
  addEventListener("pointerdown", ({ isTrusted }) => isTrusted && interaction.set(true), options);
  addEventListener("keydown", (event) => event.isTrusted && isPressedHere(event) && interaction.set(true), options);
}
