import { AlertDialog } from "@base-ui/react/alert-dialog";
import type { ReactNode } from "react";
import { Button } from "~/ui/basics/button.tsx";
import { SCRIM_CLASS } from "~/ui/overlays/popup-class.ts";
import { useBackToClose } from "~/ui/overlays/use-layer.ts";

export type ConfirmProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: ReactNode;
  /** Says what will happen and whether it can be undone. */
  text: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
  isBusy?: boolean;
  cancelLabel?: string;
  tone?: "primary" | "danger";
  /**
   * Returns the element that gets the focus when the dialog closes. Null means the button that opened it, unless it is
   * gone.
   */
  finalFocus?: () => HTMLElement | null;
};

/** The dialog itself. Use `ConfirmDialog`, which renders it on first opening. */
export function ConfirmBox(props: ConfirmProps) {
  const { isOpen, onOpenChange, title, text, confirmLabel, onConfirm, isBusy, cancelLabel = "Cancelar" } = props;
  useBackToClose(isOpen, () => onOpenChange(false));
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={SCRIM_CLASS} />
        <AlertDialog.Viewport className="fixed inset-0 z-40 grid place-items-center overflow-y-auto p-4">
          <AlertDialog.Popup
            finalFocus={props.finalFocus}
            className="w-full max-w-md rounded-sheet border border-line bg-surface p-5 text-ink shadow-soft outline-none transition-[opacity,scale] duration-150 data-starting-style:scale-[0.98] data-starting-style:opacity-0 data-ending-style:scale-[0.98] data-ending-style:opacity-0 md:p-6"
          >
            <AlertDialog.Title className="text-22">{title}</AlertDialog.Title>
            {/* A paragraph cannot contain the alert of a failed action. */}
            <AlertDialog.Description render={<div />} className="mt-2 text-muted">
              {text}
            </AlertDialog.Description>
            <div className="mt-6 flex flex-col-reverse gap-2 md:flex-row md:justify-end md:gap-3">
              <AlertDialog.Close render={<Button variant="outline">{cancelLabel}</Button>} />
              <Button variant={props.tone ?? "primary"} isBusy={isBusy} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
