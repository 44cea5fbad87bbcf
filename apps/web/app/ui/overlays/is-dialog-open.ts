/** Whether a dialog waits for an answer. Toasts have the role of a dialog, too, but wait for no answer. */
export function isDialogOpen(): boolean {
  const dialogs = document.querySelectorAll("[role=dialog]:not([data-closed]), [role=alertdialog]:not([data-closed])");
  return [...dialogs].some((dialog) => !dialog.closest("[role=region][aria-label=Avisos]"));
}
