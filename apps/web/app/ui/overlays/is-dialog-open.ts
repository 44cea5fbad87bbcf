/** Whether a dialog is open. Toasts also have the dialog role, but need no answer. */
export function isDialogOpen(): boolean {
  const dialogs = document.querySelectorAll("[role=dialog]:not([data-closed]), [role=alertdialog]:not([data-closed])");
  return [...dialogs].some((dialog) => !dialog.closest("[role=region][aria-label=Avisos]"));
}
