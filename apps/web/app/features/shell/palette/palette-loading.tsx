import type { KeyboardEvent } from "react";
import { PALETTE_TITLE } from "./palette-rules.ts";

/**
 * Stands for the palette while its code loads. It has the focus, so that what is typed meanwhile presses nothing of the
 * screen and goes into none of its fields.
 */
export function PaletteLoading({ onClose }: { onClose: () => void }) {
  const handleKey = (event: KeyboardEvent) => event.key === "Escape" && onClose();
  return (
    <div
      ref={borrowFocus}
      role="dialog"
      aria-label={PALETTE_TITLE}
      tabIndex={-1}
      onKeyDown={handleKey}
      className="sr-only"
    >
      Carregando…
    </div>
  );
}

function borrowFocus(panel: HTMLElement | null) {
  const former = document.activeElement;
  panel?.focus({ preventScroll: true });
  // The palette takes the focus from there, and gives it back when it closes.
  return () => {
    if (former instanceof HTMLElement) former.focus({ preventScroll: true });
  };
}
