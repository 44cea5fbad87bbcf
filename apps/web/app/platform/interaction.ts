import { createStore } from "./store.ts";

// Not `navigator.userActivation`: older browsers lack it, and a script that drives the browser sets it.
const interaction = createStore(false);

/** Whether somebody has clicked or typed in this document, as far as `watchInteractions` saw. */
export const hasInteracted = interaction.get;
export const subscribeToInteraction = interaction.subscribe;

/** Keys that are no sign of interest: those of shortcuts, with which one leaves a page that has opened by itself. */
const MODIFIERS = ["Alt", "AltGraph", "Control", "Meta", "OS", "Shift"];
const LEAVING = /^(Escape|F\d+|Browser\w+)$/;

/** A key that is held down since another page, or pressed to close this one, is not pressed here. */
const isPressedHere = ({ key, repeat, altKey, ctrlKey, metaKey }: KeyboardEvent) =>
  !repeat && !altKey && !ctrlKey && !metaKey && !MODIFIERS.includes(key) && !LEAVING.test(key);

/** Notices, from now on, that somebody clicks or types here. What a script of a page does is not trusted. */
export function watchInteractions(): void {
  const options = { capture: true };
  addEventListener("pointerdown", ({ isTrusted }) => isTrusted && interaction.set(true), options);
  addEventListener("keydown", (event) => event.isTrusted && isPressedHere(event) && interaction.set(true), options);
}
