import { createStore } from "./store.ts";

// `navigator.userActivation` is not used, because older browsers lack it, and automation scripts set it.
const interaction = createStore(false);

/** Whether the user has clicked or typed in this document since `watchInteractions` was called. */
export const hasInteracted = interaction.get;
export const subscribeToInteraction = interaction.subscribe;

/** Keys that show no interest in the page: modifiers, and keys that close an unwanted page. */
const MODIFIERS = ["Alt", "AltGraph", "Control", "Meta", "OS", "Shift"];
const LEAVING = /^(Escape|F\d+|Browser\w+)$/;

/** Whether a key was pressed for this page: not held down since another page, and not part of a closing shortcut. */
const isPressedHere = ({ key, repeat, altKey, ctrlKey, metaKey }: KeyboardEvent) =>
  !repeat && !altKey && !ctrlKey && !metaKey && !MODIFIERS.includes(key) && !LEAVING.test(key);

/** Starts to observe clicks and keys. Ignores synthetic events. */
export function watchInteractions(): void {
  const options = { capture: true };
  addEventListener("pointerdown", ({ isTrusted }) => isTrusted && interaction.set(true), options);
  addEventListener("keydown", (event) => event.isTrusted && isPressedHere(event) && interaction.set(true), options);
}
