import type { KeyboardEvent } from "react";
import { PALETTE_TITLE } from "./palette-rules.ts";

/**
 * Replaces the palette while its code loads. It has the focus, so that keys typed meanwhile trigger nothing on the
 * screen.
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
  // The palette takes the focus from here, and returns it when it closes.
  return () => {
    if (former instanceof HTMLElement) former.focus({ preventScroll: true });
  };
}
