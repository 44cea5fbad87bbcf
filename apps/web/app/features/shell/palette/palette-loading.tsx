import { PALETTE_TITLE } from "./palette-rules.ts";

/** Stands for the palette while its code loads, so that the letters typed meanwhile are no keys of the screen. */
export const PaletteLoading = () => (
  <div role="dialog" aria-label={PALETTE_TITLE} className="sr-only">
    Carregando…
  </div>
);
