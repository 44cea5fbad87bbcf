import { errorCatalogue, memberMessages } from "@caramelo/contract/errors";
import { MailCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api, messageOf } from "~/platform/api.ts";
import { useSession } from "~/platform/session.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { ButtonLink } from "~/ui/link.tsx";
import { Spinner } from "~/ui/spinner.tsx";
import { AccountTask } from "./account-task.tsx";
import { MailedForm } from "./mailed-form.tsx";
import { MailedNote } from "./mailed-note.tsx";
import { useConfirmation } from "./use-confirmation.ts";
import { useLinkToken } from "./use-link-token.ts";

/** Where the mailed link to confirm an address leads. */
export function EmailConfirmation() {
  const { confirmation, askAgain } = useConfirmation(useLinkToken());
  if (confirmation.state === "refused") return <Refused />;
  return (
    <Frame>
      {confirmation.state === "checking" && (
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner /> Conferindo o link…
        </p>
      )}
      {confirmation.state === "failed" && (
        <>
          <Alert tone="error">{confirmation.text}</Alert>
          <Button onClick={askAgain}>Tentar Novamente</Button>
        </>
      )}
      {confirmation.state === "done" && <Done kind={confirmation.kind} />}
    </Frame>
  );
}

function Frame({ isResult, children }: { isResult?: boolean; children: ReactNode }) {
  return (
    <AccountTask icon={<MailCheck />} title="Confirmar email" isResult={isResult}>
      {children}
    </AccountTask>
  );
}

function Done({ kind }: { kind: "account" | "change" }) {
  const { user } = useSession();
  return (
    <>
      <Alert tone="success">{kind === "account" ? memberMessages.accountConfirmed : memberMessages.emailChanged}</Alert>
      <ButtonLink to={user ? "/busca" : "/login"} size="large" isWide>
        {user ? "Buscar perfis" : "Entrar"}
      </ButtonLink>
    </>
  );
}

/** The answer to another mail is the same for every address: it tells nobody who has an account. */
function Refused() {
  const [sentTo, setSentTo] = useState<string>();
  if (sentTo !== undefined) {
    return (
      <Frame key="sent" isResult>
        <MailedNote title={memberMessages.confirmationSent} email={sentTo}>
          Verifique sua caixa de entrada e spam.
        </MailedNote>
      </Frame>
    );
  }
  return (
    <Frame>
      <Alert tone="warning">{errorCatalogue.CONFIRMATION_LINK_INVALID.text}</Alert>
      <p className="text-muted">Ou peça outro link aqui mesmo:</p>
      <MailedForm
        ask={api.accounts.resendConfirmation}
        submitLabel="Enviar o link de novo"
        onSent={setSentTo}
        explain={messageOf}
      />
    </Frame>
  );
}
