import { recoveryTexts } from "@caramelo/contract/texts/recovery";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { api, messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/basics/button.tsx";
import { ButtonLink, TextLink } from "~/ui/basics/link.tsx";
import { AccountTask } from "../account-task.tsx";
import { MailSent } from "../mailed-link/mail-sent.tsx";
import { MailedForm } from "../mailed-link/mailed-form.tsx";

export function RecoveryRequest() {
  const [sentTo, setSentTo] = useState<string>();
  if (sentTo !== undefined) return <RecoverySent email={sentTo} onAgain={() => setSentTo(undefined)} />;
  return (
    <AccountTask
      icon={<KeyRound />}
      title="Esqueci minha senha"
      text="Diga o e-mail da sua conta. Enviamos um link para você criar uma nova senha."
    >
      <MailedForm
        ask={api.accounts.requestRecovery}
        submitLabel="Enviar Link de Recuperação"
        onSent={setSentTo}
        explain={(error) => (
          <>
            <p className="font-semibold">{recoveryTexts.recoveryFailed}</p>
            <p>{messageOf(error)}</p>
          </>
        )}
      />
      <p className="text-center">
        Lembrou da senha?{" "}
        <TextLink to="/login" className="inline-flex min-h-11 items-center">
          Voltar para o login
        </TextLink>
      </p>
    </AccountTask>
  );
}

function RecoverySent({ email, onAgain }: { email: string; onAgain: () => void }) {
  return (
    <AccountTask icon={<KeyRound />} title="Confira seu e-mail" isResult>
      <MailSent title={recoveryTexts.recoverySent} email={email}>
        {recoveryTexts.recoverySentHint}
      </MailSent>
      <div className="grid gap-3">
        <ButtonLink to="/login" size="large" isWide>
          Voltar para o login
        </ButtonLink>
        <Button variant="ghost" onClick={onAgain}>
          Usar outro e-mail
        </Button>
      </div>
    </AccountTask>
  );
}
