import { type RefObject, useEffect, useState } from "react";

const FLASH_MS = 1_600;

type OlderMessages = { hasOlder: boolean; isLoadingOlder: boolean; onOlder: () => void };

/**
 * Scrolls to a message by its seq, loading older pages until the message is there. The message gets the focus and, for
 * a moment, a frame.
 */
export function useJump(box: RefObject<HTMLElement | null>, { hasOlder, isLoadingOlder, onOlder }: OlderMessages) {
  const [target, setTarget] = useState<number>();
  useEffect(() => {
    if (target === undefined) return;
    const row = box.current?.querySelector<HTMLElement>(`[data-seq="${target}"]`);
    if (!row && hasOlder) {
      if (!isLoadingOlder) onOlder();
      return;
    }
    setTarget(undefined);
    if (!row) return;
    row.scrollIntoView({ block: "center" });
    row.tabIndex = -1;
    row.focus({ preventScroll: true });
    row.animate([{ boxShadow: "0 0 0 3px var(--color-primary)" }, { boxShadow: "0 0 0 3px transparent" }], FLASH_MS);
  }, [target, box, hasOlder, isLoadingOlder, onOlder]);
  return setTarget;
}
