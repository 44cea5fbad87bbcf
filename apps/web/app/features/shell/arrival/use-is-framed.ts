import { useEffect, useState } from "react";
import { useLocation } from "react-router";

/**
 * Whether a public page has the member's bars. A page opened before the session is known starts with the guest's bars,
 * and replacing them remounts its whole content, including the receipt of a sent form. So the code of the member's bars
 * is preloaded, and the guest's bars stay until the next page if this one is in use. `part` is undefined for a guest.
 */
export function useIsFramed(part: { preload: () => Promise<void> } | undefined): boolean {
  const { pathname } = useLocation();
  const [isFramed, setIsFramed] = useState(part !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another chance
  useEffect(() => {
    if (!part || isFramed) return;
    let isCurrent = true;
    void part.preload().then(() => {
      if (isCurrent && !isInWork()) setIsFramed(true);
    });
    return () => {
      isCurrent = false;
    };
  }, [part, isFramed, pathname]);
  return part !== undefined && isFramed;
}

/** Whether the focus is in the page, or something was typed or chosen there, possibly before any script ran. */
function isInWork(): boolean {
  const main = document.querySelector("main");
  if (!main) return false;
  const { activeElement } = document;
  // A checkbox without a value attribute has the value "on", which differs from its default.
  const fields = main.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "input:not([type=checkbox], [type=radio]), textarea",
  );
  return (
    (activeElement !== main && main.contains(activeElement)) ||
    [...fields].some(({ value, defaultValue }) => value !== defaultValue) ||
    // The first option of these lists means "none", and no checkbox is initially checked.
    [...main.querySelectorAll("select")].some(({ selectedIndex }) => selectedIndex > 0) ||
    main.querySelector("input:checked") !== null
  );
}
