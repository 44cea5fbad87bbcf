import type { ConfirmProps } from "~/ui/overlays/confirm-box.tsx";
import { ConfirmDialog } from "~/ui/overlays/confirm-dialog.tsx";

/** Asks before what was typed into a form is lost. */
export function DiscardDialog(props: Pick<ConfirmProps, "isOpen" | "onOpenChange" | "onConfirm">) {
  return (
    <ConfirmDialog
      {...props}
      title="Descartar alterações?"
      text="O que você mudou ainda não foi salvo."
      confirmLabel="Descartar"
      cancelLabel="Continuar editando"
      tone="danger"
    />
  );
}
