import { type FocusEvent, useEffect, useRef } from "react";

/**
 * Keeps the focus in a list whose entries go away once they are decided: it goes on to the entry that takes the place
 * of the removed one, to the last entry if there is none, and to the chosen filter above an empty list. Browsers would
 * begin again at the top of the page.
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
    // An entry takes the focus only here, so the keyboard does not stop at each one.
    if (next && next.tagName !== "A") next.tabIndex = -1;
    next?.focus();
  });
  const onFocus = ({ target }: FocusEvent) => {
    // React also reports the focus in a dialog that an entry has opened outside of the list.
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
