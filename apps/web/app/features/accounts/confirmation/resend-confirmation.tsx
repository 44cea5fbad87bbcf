import { confirmationTexts } from "@caramelo/contract/texts/confirmation";
import { useState } from "react";
import { api, messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/basics/button.tsx";
import { Alert } from "~/ui/states/alert.tsx";

/** Asks for another mail with the confirmation link, for an address that is not confirmed yet. */
export function ResendConfirmation({ email, className }: { email: string; className?: string }) {
  const [state, setState] = useState<"idle" | "busy" | "sent">("idle");
  const [failure, setFailure] = useState<string>();
  async function resend() {
    setState("busy");
    setFailure(undefined);
    try {
      await api.accounts.resendConfirmation({ body: { email } });
      setState("sent");
    } catch (error) {
      setFailure(messageOf(error));
      setState("idle");
    }
  }
  if (state === "sent") return <Alert tone="success">{confirmationTexts.confirmationSent}</Alert>;
  return (
    <div className={className}>
      <Button variant="outline" isBusy={state === "busy"} busyLabel="Enviando…" onClick={resend}>
        Enviar o link de novo
      </Button>
      {failure && (
        <p role="alert" className="mt-1.5 text-14 font-medium text-danger">
          {failure}
        </p>
      )}
    </div>
  );
}
