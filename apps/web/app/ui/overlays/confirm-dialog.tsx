import type { ConfirmProps } from "~/ui/overlays/confirm-box.tsx";
import { LazyLayer } from "~/ui/overlays/lazy-layer.tsx";
import { lazyPart } from "~/ui/states/lazy-part.tsx";

const ConfirmBox = lazyPart(() => import("~/ui/overlays/confirm-box.tsx").then((file) => file.ConfirmBox));

/** Asks for a confirmation. A press outside does not close the dialog; Escape and Cancelar do. */
export function ConfirmDialog(props: ConfirmProps) {
  return (
    <LazyLayer isOpen={props.isOpen} part={ConfirmBox} onFailure={() => props.onOpenChange(false)}>
      <ConfirmBox {...props} />
    </LazyLayer>
  );
}

/** Asks before discarding text typed into a form. */
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
