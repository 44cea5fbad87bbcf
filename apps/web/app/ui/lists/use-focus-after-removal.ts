import { type FocusEvent, useEffect, useRef } from "react";

/**
 * Keeps the focus in a list whose entries disappear once decided: moves it to the entry in the removed one's position,
 * else to the last entry, or to the chosen filter above an empty list. Browsers would restart at the top of the page.
 */
export function useFocusAfterRemoval() {
  const box = useRef<HTMLDivElement>(null);
  const focused = useRef<{ entry: Element; at: number }>(undefined);
  useEffect(() => {
    if (!focused.current || focused.current.entry.isConnected) return;
    const { at } = focused.current;
    focused.current = undefined;
    if (document.activeElement !== document.body) return;
    const entries = listEntries(box.current);
    const next = entries[at] ?? entries.at(-1) ?? box.current?.querySelector<HTMLElement>("nav [aria-current]");
    // An entry is focusable only here, so the keyboard does not stop at each one.
    if (next && next.tagName !== "A") next.tabIndex = -1;
    next?.focus();
  });
  const onFocus = ({ target }: FocusEvent) => {
    // React also reports focus in a dialog that an entry opened outside the list.
    if (!box.current?.contains(target)) return;
    const entries = listEntries(box.current);
    const at = entries.findIndex((entry) => entry.contains(target));
    const entry = entries[at];
    focused.current = entry && { entry, at };
  };
  return { ref: box, onFocus };
}

const ENTRIES = ":scope > ul > li, :scope > table > tbody > tr";
const listEntries = (box: HTMLElement | null) => [...(box?.querySelectorAll<HTMLElement>(ENTRIES) ?? [])];
