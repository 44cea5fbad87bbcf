import { TYPING_MS } from "@caramelo/contract/limits";
import { createStore, useStore } from "~/platform/store.ts";

const typing = createStore<ReadonlySet<string>>(new Set());
const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Records that a member started or stopped typing to this one. Without further events the typing expires. */
export function setTyping(withId: string, isTyping: boolean): void {
  clearTimeout(timers.get(withId));
  if (isTyping) timers.set(withId, setTimeout(setTyping, TYPING_MS, withId, false));
  else timers.delete(withId);
  typing.set(new Set(timers.keys()));
}

export const useIsTyping = (withId: string): boolean => useStore(typing, (members) => members.has(withId));
