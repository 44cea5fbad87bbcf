/** The frame of layers above the page: lists, menus, dropdowns. */
export const POPUP_CLASS =
  "rounded-card border border-line bg-raised text-ink shadow-soft outline-none transition-[opacity,translate,scale] duration-150 origin-(--transform-origin) data-starting-style:-translate-y-1 data-starting-style:opacity-0 data-ending-style:opacity-0";

/** The dark backdrop of dialogs and sheets. */
export const SCRIM_CLASS =
  "fixed inset-0 z-40 bg-[rgb(21_10_5/0.52)] transition-opacity duration-200 data-starting-style:opacity-0 data-ending-style:opacity-0";

/** The cross in the corner of a dialog or sheet, and its colours next to a title. */
export const CLOSE_CLASS = "press grid size-11 shrink-0 place-items-center rounded-control";
export const CLOSE_ON_PAGE = "text-muted hover-mouse:bg-tint hover-mouse:text-ink";
