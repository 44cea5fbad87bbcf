/** Whether a dialog waits for its answer. Toasts are dialogs for screen readers too, but they wait for nobody. */
export function isDialogOpen(): boolean {
  const dialogs = document.querySelectorAll("[role=dialog]:not([data-closed]), [role=alertdialog]:not([data-closed])");
  return [...dialogs].some((dialog) => !dialog.closest("[role=region][aria-label=Avisos]"));
}
