import { useEffect } from "react";

const PROPERTY = "--visible-height";

/**
 * Keeps a screen of the window's height above the keyboard of a phone. Phones lay the keyboard over the page: only the
 * visual viewport tells how much of it can still be seen.
 */
export function useVisibleHeight(isUsed: boolean): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!isUsed || !viewport) return;
    const { style } = document.documentElement;
    function fit() {
      // Pinched in, the visible part is not what the screen has to fit into.
      const isKeyboardOpen = viewport && viewport.scale === 1 && window.innerHeight - viewport.height > 80;
      if (!isKeyboardOpen) return void style.removeProperty(PROPERTY);
      style.setProperty(PROPERTY, `${viewport.height}px`);
      window.scrollTo(0, 0);
    }
    viewport.addEventListener("resize", fit);
    return () => {
      viewport.removeEventListener("resize", fit);
      style.removeProperty(PROPERTY);
    };
  }, [isUsed]);
}
