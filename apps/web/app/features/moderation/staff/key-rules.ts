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

/** The action of a key press; undefined while somebody types or holds Ctrl, Alt or the command key. */
export function findAction({ key, ctrlKey, metaKey, altKey, isTyping }: Press): Action | undefined {
  if (isTyping || ctrlKey || metaKey || altKey) return undefined;
  const entries = Object.entries(ACTION_KEYS) as [Action, string][]; // The record has only these keys.
  return entries.find(([, shortcut]) => shortcut === key.toLowerCase())?.[0];
}

/** Whether a key undoes: Ctrl+Z or ⌘Z, and Z alone where single keys are on. */
export function isUndoKey({ key, ctrlKey, metaKey, altKey }: Omit<Press, "isTyping">, hasKeys: boolean): boolean {
  if (key.toLowerCase() !== "z" || altKey) return false;
  return ctrlKey || metaKey || hasKeys;
}
