import { KEY_INVITATION_PASSWORD_MIN } from "@caramelo/contract/limits";
import { showToast } from "~/ui/overlays/toast.ts";

/** Toasts of this duration stay until the person closes them or follows their link. */
const UNTIL_CLOSED = 0;

/** Invites a member with a short password to add a key. It covers nothing that matters, and can be closed. */
export function showKeyInvitation(): void {
  showToast({
    type: "info",
    title: "Proteja a sua conta com uma chave de acesso",
    message: `Senhas com menos de ${KEY_INVITATION_PASSWORD_MIN} caracteres são fáceis de adivinhar. Com uma chave, você entra com a digital ou o rosto. Toque para adicionar.`,
    to: "/configuracoes#chaves",
    duration: UNTIL_CLOSED,
  });
}
