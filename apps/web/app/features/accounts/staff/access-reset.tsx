import { useState } from "react";
import { isApiError, messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/basics/button.tsx";
import { takeFocus } from "~/ui/forms/take-focus.ts";
import { ConfirmDialog } from "~/ui/overlays/confirm-dialog.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { useFactorReset } from "./queries.ts";

type Props = { id: string; name: string };

/** For a member who has lost both the app and the recovery codes. */
export function AccessReset({ id, name }: Props) {
  const reset = useFactorReset(id);
  const [isAsking, setIsAsking] = useState(false);
  // Closing the proof dialog without an answer needs no message.
  const hasFailed = reset.isError && !isApiError(reset.error, "FRESH_FACTOR_REQUIRED");
  return (
    <section aria-labelledby="acesso" className="rounded-card border border-line bg-surface p-4 md:p-5">
      <h2 id="acesso" className="mb-2 text-18">
        Acesso perdido
      </h2>
      <p className="mb-3 text-14 text-muted">
        Só para quem perdeu o aplicativo e os códigos de recuperação. Quem pede pode ser um intruso que tem a senha: por
        isso ela também deixa de valer, e a pessoa só volta pelo e-mail da conta.
      </p>
      {reset.isSuccess && (
        // The pressed button is gone, so the confirmation gets the focus.
        <div ref={takeFocus} tabIndex={-1} className="outline-none">
          <Alert tone="success">Acesso restaurado. A pessoa recebeu um link para criar uma nova senha.</Alert>
        </div>
      )}
      {hasFailed && (
        <Alert tone="error" className="mb-3">
          {messageOf(reset.error)}
        </Alert>
      )}
      {!reset.isSuccess && (
        <Button variant="outline" isBusy={reset.isPending} onClick={() => setIsAsking(true)}>
          Remover duas etapas e chaves
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={`Restaurar o acesso de ${name}?`}
        text="O aplicativo, as chaves de acesso e a senha deixam de valer, e todas as sessões acabam. A pessoa recebe por e-mail um link para criar uma nova senha."
        confirmLabel="Restaurar acesso"
        tone="danger"
        onConfirm={() => {
          setIsAsking(false);
          reset.mutate();
        }}
      />
    </section>
  );
}
