import { createStore, useStore } from "~/platform/store.ts";
import { useKeyDown } from "~/platform/use-key-down.ts";
import { isDialogOpen } from "~/ui/overlays/is-dialog-open.ts";
import { type Action, findAction } from "./key-rules.ts";

/** Single-key shortcuts can be switched off, because speech input and some people's hands trigger them by mistake. */
const isOnStore = createStore(true);

export const useShortcutSwitch = (): [isOn: boolean, change: (isOn: boolean) => void] => [
  useStore(isOnStore),
  isOnStore.set,
];

export const FIELDS = "input, textarea, select, [contenteditable]";

/** Calls back when a key of an action is pressed, outside of fields and dialogs. */
export function useShortcuts(onAction: (action: Action) => void): void {
  const isOn = useStore(isOnStore);
  useKeyDown(isOn, (event) => {
    const target = event.target instanceof Element ? event.target : undefined;
    const isTyping = target?.closest(FIELDS) != null || isDialogOpen();
    const action = event.repeat ? undefined : findAction({ ...pickKeys(event), isTyping });
    if (!action) return;
    event.preventDefault();
    onAction(action);
  });
}

const pickKeys = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => ({ key, ctrlKey, metaKey, altKey });
