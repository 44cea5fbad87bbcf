import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { rowHeight } from "./rules.ts";

/**
 * The visible part of a long list. All rows have the same height, so the rows on screen can be calculated. The height
 * is 0 while the list is hidden.
 */
export function useView() {
  const ref = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 0, rowPx: rowHeight(16) });

  const measure = useCallback(() => {
    const box = ref.current;
    if (!box) return;
    const rowPx = rowHeight(Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
    setView({ top: box.scrollTop, height: box.clientHeight, rowPx });
  }, []);
  // Measures before the first paint, and whenever the box changes size: on phones an open conversation hides the list.
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    measure();
    return () => observer.disconnect();
  }, [measure]);
  return { ref, measure, view };
}
