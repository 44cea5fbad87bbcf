import { useState } from "react";
import { createStore, useStore } from "~/platform/store.ts";
import { useKeyDown } from "~/platform/use-key-down.ts";
import { isDialogOpen } from "~/ui/overlays/is-dialog-open.ts";
import { isPaletteKey } from "./palette-rules.ts";

/** A single key can be switched off, because speech input and some people's hands press it by mistake. */
const hasSlashStore = createStore(true);

export const useSlashSwitch = (): [hasSlash: boolean, change: (hasSlash: boolean) => void] => [
  useStore(hasSlashStore),
  hasSlashStore.set,
];

const FIELDS = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";

/** Whether the palette is open. Its keys open it where no other dialog waits for an answer. */
export function usePalette({ isAllowed }: { isAllowed: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  useKeyDown(isAllowed, (event) => {
    const isTyping = event.target instanceof Element && event.target.closest(FIELDS) !== null;
    const isMeant = isPaletteKey(event, { isTyping, hasSlash: hasSlashStore.get() });
    if (!isMeant || event.defaultPrevented) return;
    // The browser's own search must not open over a dialog either, nor by a key that is held down.
    event.preventDefault();
    if (event.repeat) return;
    if (isOpen || !isDialogOpen()) setIsOpen(!isOpen);
  });
  return { isOpen: isOpen && isAllowed, open: () => setIsOpen(true), close: () => setIsOpen(false) };
}
