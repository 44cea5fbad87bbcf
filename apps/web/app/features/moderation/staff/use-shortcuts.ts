import { createStore, useStore } from "~/platform/store.ts";
import { useKeyDown } from "~/platform/use-key-down.ts";
import { isDialogOpen } from "~/ui/overlays/is-dialog-open.ts";

export type Action = "warn" | "photo" | "suspend" | "ban" | "reinstate" | "dismiss" | "review" | "next";

export const ACTION_KEYS: Record<Action, string> = {
  warn: "a",
  photo: "f",
  suspend: "s",
  ban: "b",
  reinstate: "r",
  dismiss: "d",
  review: "c",
  next: "n",
};

type Press = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; isTyping: boolean };

/** The action of a key press; undefined while typing or with Ctrl, Alt or the command key. */
export function findAction({ key, ctrlKey, metaKey, altKey, isTyping }: Press): Action | undefined {
  if (isTyping || ctrlKey || metaKey || altKey) return undefined;
  const entries = Object.entries(ACTION_KEYS) as [Action, string][]; // The record has only these keys.
  return entries.find(([, shortcut]) => shortcut === key.toLowerCase())?.[0];
}

/** Whether a key press undoes: Ctrl+Z or ⌘Z, or Z alone where single keys are on. */
export function isUndoKey({ key, ctrlKey, metaKey, altKey }: Omit<Press, "isTyping">, hasKeys: boolean): boolean {
  if (key.toLowerCase() !== "z" || altKey) return false;
  return ctrlKey || metaKey || hasKeys;
}

/** Single-key shortcuts can be switched off, because speech input or a tremor can trigger them by mistake. */
const isOnStore = createStore(true);

export const useShortcutSwitch = (): [isOn: boolean, change: (isOn: boolean) => void] => [
  useStore(isOnStore),
  isOnStore.set,
];

export const FIELDS = "input, textarea, select, [contenteditable]";

/** Calls `onAction` when a shortcut key is pressed, outside of fields and dialogs. */
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
