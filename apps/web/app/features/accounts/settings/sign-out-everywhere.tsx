import { ownAccountTexts } from "@caramelo/contract/texts/own-account";
import { useState } from "react";
import { signOutEverywhere } from "~/platform/session.ts";
import { Button } from "~/ui/basics/button.tsx";
import { ConfirmDialog } from "~/ui/overlays/confirm-dialog.tsx";
import { useLeaving } from "./use-leaving.ts";

/** Signs the member out of every device, including this one. */
export function SignOutEverywhere() {
  const [isAsking, setIsAsking] = useState(false);
  const { isBusy, leave } = useLeaving(signOutEverywhere, ownAccountTexts.signOutEverywhereFailed);
  return (
    <div className="pt-3">
      <Button variant="outline" onClick={() => setIsAsking(true)}>
        Sair de todos os aparelhos
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Sair de todos os aparelhos?"
        text="Você sai da sua conta em todos os lugares, inclusive neste aparelho, e entra de novo com seu e-mail e senha. Se alguém sabe a sua senha, troque-a também."
        confirmLabel="Sair de todos"
        isBusy={isBusy}
        onConfirm={leave}
      />
    </div>
  );
}
