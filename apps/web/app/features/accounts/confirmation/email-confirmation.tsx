import { confirmationErrors, confirmationTexts } from "@caramelo/contract/texts/confirmation";
import { signInFields } from "@caramelo/contract/texts/sign-in";
import { MailCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api, messageOf } from "~/platform/api.ts";
import { useSession } from "~/platform/session.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { keepErrors } from "~/ui/form-rules.ts";
import { ButtonLink, TextLink } from "~/ui/link.tsx";
import { PasswordField } from "~/ui/password-field.tsx";
import { Spinner } from "~/ui/spinner.tsx";
import { useForm } from "~/ui/use-form.ts";
import { AccountTask } from "../account-task.tsx";
import { MailSent } from "../mailed-link/mail-sent.tsx";
import { MailedForm } from "../mailed-link/mailed-form.tsx";
import { useLinkToken } from "../mailed-link/use-link-token.ts";
import { useConfirmation } from "./use-confirmation.ts";

/** The screen of a mailed link that confirms an address. */
export function EmailConfirmation() {
  const { confirmation, retry, confirmWith } = useConfirmation(useLinkToken());
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
          <Button onClick={retry}>Tentar Novamente</Button>
        </>
      )}
      {confirmation.state === "asks" && <PasswordForm onSubmit={confirmWith} />}
      {confirmation.state === "done" && <Done kind={confirmation.kind} />}
    </Frame>
  );
}

function Frame({ isResult, children }: { isResult?: boolean; children: ReactNode }) {
  return (
    <AccountTask icon={<MailCheck />} title="Confirmar e-mail" isResult={isResult}>
      {children}
    </AccountTask>
  );
}

function Done({ kind }: { kind: "account" | "change" }) {
  const { user } = useSession();
  return (
    <>
      <Alert tone="success">
        {kind === "account" ? confirmationTexts.accountConfirmed : confirmationTexts.emailChanged}
      </Alert>
      <ButtonLink to={user ? "/busca" : "/login"} size="large" isWide>
        {user ? "Buscar perfis" : "Entrar"}
      </ButtonLink>
    </>
  );
}

/** The reader of a mail may not be who signed up, so the password of the sign-up decides. */
function PasswordForm({ onSubmit }: { onSubmit: (password: string) => Promise<void> }) {
  const { props, field, failure, isBusy } = useForm({
    initial: { password: "" },
    validate: ({ password }) =>
      keepErrors<{ password: string }>({ password: password ? undefined : signInFields.passwordRequired }),
    submit: ({ password }) => onSubmit(password),
  });
  return (
    <>
      <form {...props} className="grid gap-5">
        {failure !== undefined && <Alert tone="error">{messageOf(failure)}</Alert>}
        <p className="text-muted">{confirmationErrors.CONFIRMATION_NEEDS_PASSWORD}</p>
        <PasswordField label="Senha" autoComplete="current-password" required {...field("password")} />
        <Button type="submit" size="large" isWide isBusy={isBusy} busyLabel="Confirmando…">
          Confirmar e-mail
        </Button>
      </form>
      <p className="text-14 text-muted">
        {confirmationTexts.notYourSignUp} <TextLink to="/cadastro">Fazer um novo cadastro</TextLink>
      </p>
    </>
  );
}

/** Offers another mail. Its answer is the same for every address, so that it does not reveal who has an account. */
function Refused() {
  const [sentTo, setSentTo] = useState<string>();
  if (sentTo !== undefined) {
    return (
      <Frame key="sent" isResult>
        <MailSent title={confirmationTexts.confirmationSent} email={sentTo}>
          Verifique sua caixa de entrada e spam.
        </MailSent>
      </Frame>
    );
  }
  return (
    <Frame>
      <Alert tone="warning">{confirmationErrors.CONFIRMATION_LINK_INVALID}</Alert>
      <p className="text-muted">{confirmationTexts.latestCounts} Ou peça outro link aqui mesmo:</p>
      <MailedForm
        ask={api.accounts.resendConfirmation}
        submitLabel="Enviar o link de novo"
        onSent={setSentTo}
        explain={messageOf}
      />
    </Frame>
  );
}
