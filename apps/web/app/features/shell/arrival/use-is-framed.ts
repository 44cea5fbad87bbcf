import { useEffect, useState } from "react";
import { useLocation } from "react-router";

/**
 * Whether the bars of a member stand around a page for everybody. A page that opens before the session is known begins
 * with the guest's, and everything in it begins anew when the member's take their place. So their code is loaded before,
 * and the guest's bars stay until the next page if somebody is at work in this one. `part` is undefined for a guest.
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

/** Whether the focus is in the page, or something was typed there, maybe before any script ran. */
function isInWork(): boolean {
  const main = document.querySelector("main");
  if (!main) return false;
  const { activeElement } = document;
  const fields = main.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
  return (
    (activeElement !== main && main.contains(activeElement)) ||
    [...fields].some(({ value, defaultValue }) => value !== defaultValue)
  );
}
