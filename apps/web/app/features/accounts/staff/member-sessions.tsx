import { adminMessages } from "@caramelo/contract/texts/admin";
import { useState } from "react";
import { isApiError, messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/basics/button.tsx";
import { ConfirmDialog } from "~/ui/overlays/confirm-dialog.tsx";
import { showToast } from "~/ui/overlays/toast.ts";
import { useMemberSessionsEnd } from "./queries.ts";

type Props = { id: string; name: string };

/** For a member whose account is in use by another person. */
export function MemberSessions({ id, name }: Props) {
  const end = useMemberSessionsEnd(id);
  const [isAsking, setIsAsking] = useState(false);
  const { label, title, text, done: doneText } = adminMessages.endSessions;

  async function confirm() {
    setIsAsking(false);
    try {
      await end.mutateAsync();
      showToast({ type: "success", title: doneText(name) });
    } catch (error) {
      // Closing the proof dialog without an answer needs no message.
      if (!isApiError(error, "FRESH_FACTOR_REQUIRED")) showToast({ type: "error", title: messageOf(error) });
    }
  }
  return (
    <section aria-labelledby="sessoes" className="rounded-card border border-line bg-surface p-4 md:p-5">
      <h2 id="sessoes" className="mb-2 text-18">
        Sessões
      </h2>
      <p className="mb-3 text-14 text-muted">
        Para quem acha que outra pessoa entrou na conta. Quem tem a senha pode entrar de novo: peça que a pessoa crie
        outra.
      </p>
      <Button variant="outline" isBusy={end.isPending} onClick={() => setIsAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={title(name)}
        text={text}
        confirmLabel={label}
        tone="danger"
        onConfirm={() => void confirm()}
      />
    </section>
  );
}
