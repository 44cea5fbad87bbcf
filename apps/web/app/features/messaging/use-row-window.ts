import { CONVERSATION_ROW_PX } from "@caramelo/contract/limits";
import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { findRowWindow } from "./rules.ts";

/** Which rows of a long list are on screen. All rows are equally high, so that arithmetic is enough. */
export function useRowWindow(count: number) {
  const ref = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 0 });

  const look = useCallback(() => {
    const box = ref.current;
    if (box) setView({ top: box.scrollTop, height: box.clientHeight });
  }, []);
  // Measured before the first paint, and whenever the box changes: the list is hidden while a conversation fills a phone.
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const observer = new ResizeObserver(look);
    observer.observe(box);
    look();
    return () => observer.disconnect();
  }, [look]);
  return { ref, look, height: count * CONVERSATION_ROW_PX, ...findRowWindow(view, count) };
}
