import { ownAccountTexts } from "@caramelo/contract/texts/own-account";
import { useState } from "react";
import { deactivateAccount } from "~/platform/session.ts";
import { Button } from "~/ui/basics/button.tsx";
import { ConfirmDialog } from "~/ui/overlays/confirm-dialog.tsx";
import { useLeaving } from "./use-leaving.ts";

/** Deactivates the account until the member signs in again. The server refuses it for staff accounts. */
export function DeactivateSection({ className }: { className?: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const { isBusy, leave } = useLeaving(deactivateAccount, ownAccountTexts.deactivateFailed);
  return (
    <section aria-labelledby="desativar-conta" className={className}>
      <h2 id="desativar-conta" className="text-18">
        Desativar conta
      </h2>
      <p className="mt-1.5 mb-4 text-14 text-muted">
        Seu perfil some das buscas, e ninguém pode escrever para você até a sua volta.
      </p>
      <Button variant="danger" isWide onClick={() => setIsAsking(true)}>
        Desativar conta
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        tone="danger"
        title="Desativar sua conta?"
        text="Seu perfil deixa de aparecer para todo mundo e você sai de todos os aparelhos. Suas fotos, conversas e compras ficam guardadas: para reativar, é só entrar de novo com seu e-mail e senha."
        confirmLabel="Desativar conta"
        isBusy={isBusy}
        onConfirm={leave}
      />
    </section>
  );
}
