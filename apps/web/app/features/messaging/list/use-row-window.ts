import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { findRowWindow, rowHeight } from "./rules.ts";

/** The rows of a long list that are on screen. All rows are equally high, so arithmetic is enough. */
export function useRowWindow(count: number) {
  const ref = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 0, rowPx: rowHeight(16) });

  const measure = useCallback(() => {
    const box = ref.current;
    if (!box) return;
    const rowPx = rowHeight(Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
    setView({ top: box.scrollTop, height: box.clientHeight, rowPx });
  }, []);
  // Measures before the first paint, and whenever the box changes: a conversation that fills a phone hides the list.
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    measure();
    return () => observer.disconnect();
  }, [measure]);
  return { ref, measure, rowPx: view.rowPx, height: count * view.rowPx, ...findRowWindow(view, count) };
}
