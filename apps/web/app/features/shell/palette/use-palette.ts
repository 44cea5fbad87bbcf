import { useState } from "react";
import { createStore, useStore } from "~/platform/store.ts";
import { useKeyDown } from "~/platform/use-key-down.ts";
import { isDialogOpen } from "~/ui/overlays/is-dialog-open.ts";
import { isPaletteKey } from "./palette-rules.ts";

/** The single key can be switched off, because speech input or a tremor can trigger it by mistake. */
const hasSlashStore = createStore(true);

export const useSlashSwitch = (): [hasSlash: boolean, change: (hasSlash: boolean) => void] => [
  useStore(hasSlashStore),
  hasSlashStore.set,
];

const FIELDS = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";

/** Whether the palette is open. Its keys work unless another dialog is open. */
export function usePalette({ isAllowed }: { isAllowed: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  useKeyDown(isAllowed, (event) => {
    const isTyping = event.target instanceof Element && event.target.closest(FIELDS) !== null;
    const isMeant = isPaletteKey(event, { isTyping, hasSlash: hasSlashStore.get() });
    if (!isMeant || event.defaultPrevented) return;
    // The browser's search must not open over a dialog either, nor by a repeated key.
    event.preventDefault();
    if (event.repeat) return;
    if (isOpen || !isDialogOpen()) setIsOpen(!isOpen);
  });
  return { isOpen: isOpen && isAllowed, open: () => setIsOpen(true), close: () => setIsOpen(false) };
}
