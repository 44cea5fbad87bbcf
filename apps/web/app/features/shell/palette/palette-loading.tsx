import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { PALETTE_TITLE } from "./palette-rules.ts";

/**
 * Stands for the palette while its code loads. It has the focus, so that what is typed meanwhile presses nothing of the
 * screen and goes into none of its fields.
 */
export function PaletteLoading({ onClose }: { onClose: () => void }) {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const former = document.activeElement;
    panel.current?.focus({ preventScroll: true });
    // The palette takes the focus from there, and gives it back when it closes.
    return () => {
      if (former instanceof HTMLElement) former.focus({ preventScroll: true });
    };
  }, []);
  const handleKey = (event: KeyboardEvent) => event.key === "Escape" && onClose();
  return (
    <div ref={panel} role="dialog" aria-label={PALETTE_TITLE} tabIndex={-1} onKeyDown={handleKey} className="sr-only">
      Carregando…
    </div>
  );
}
