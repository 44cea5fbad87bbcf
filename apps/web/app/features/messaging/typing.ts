import { TYPING_MS } from "@caramelo/contract/limits";
import { useSyncExternalStore } from "react";

const ends = new Map<string, ReturnType<typeof setTimeout>>();
const watchers = new Set<() => void>();

function changed() {
  for (const wake of watchers) wake();
}

/** Somebody writes to this member, or stopped. Without another sign it ends by itself. */
export function noteTyping(withId: string, isTyping: boolean): void {
  clearTimeout(ends.get(withId));
  if (isTyping) {
    ends.set(
      withId,
      setTimeout(() => noteTyping(withId, false), TYPING_MS),
    );
  } else ends.delete(withId);
  changed();
}

function watch(wake: () => void) {
  watchers.add(wake);
  return () => watchers.delete(wake);
}

export function useIsTyping(withId: string): boolean {
  return useSyncExternalStore(watch, () => ends.has(withId));
}
