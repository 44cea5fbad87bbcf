import { useEffect } from "react";

const PROPERTY = "--visible-height";

/**
 * Keeps a screen of the window's height above the keyboard of a phone. The keyboard covers the page, and only the visual
 * viewport knows how much of it is still visible.
 */
export function useVisibleHeight(isUsed: boolean): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!isUsed || !viewport) return;
    const { style } = document.documentElement;
    function fit() {
      // After a pinch zoom the screen need not fit into the visible part of the page.
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
