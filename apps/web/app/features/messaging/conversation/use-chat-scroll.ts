import { SCROLL_BUTTON_PX } from "@caramelo/contract/limits";
import { useLayoutEffect, useRef, useState } from "react";

/** Older messages load when the member scrolls this close to the top. */
const TOP_PX = 120;

/**
 * The scrolling of a conversation. The box is laid out from its end (`flex-col-reverse`), so it opens at the newest
 * message and stays there, and older messages added at the top move nothing.
 */
export function useChatScroll(firstKey: string | undefined, ownLastKey: string | undefined, onTop: () => void) {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef({ height: 0, firstKey, ownLastKey });
  const [isFar, setIsFar] = useState(false);

  function handleScroll() {
    const box = ref.current;
    if (!box) return;
    // Expanding a text also changes the height, which must not count as a new message.
    before.current.height = box.scrollHeight;
    const fromEnd = Math.abs(box.scrollTop);
    setIsFar(fromEnd > SCROLL_BUTTON_PX);
    if (box.scrollHeight - box.clientHeight - fromEnd < TOP_PX) onTop();
  }
  function toEnd() {
    ref.current?.scrollTo({ top: 0 });
    ref.current?.focus({ preventScroll: true });
  }
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const last = before.current;
    before.current = { height: box.scrollHeight, firstKey, ownLastKey };
    const fromEnd = Math.abs(box.scrollTop);
    const isOwnNew = ownLastKey !== undefined && last.ownLastKey !== ownLastKey;
    // A member who reads older messages keeps their position. A member at the end, or who has just written, scrolls to
    // the new message.
    if (fromEnd <= SCROLL_BUTTON_PX || isOwnNew) box.scrollTop = 0;
    else if (last.firstKey === firstKey) box.scrollTop -= box.scrollHeight - last.height;
  });
  return { ref, isFar, handleScroll, toEnd };
}
