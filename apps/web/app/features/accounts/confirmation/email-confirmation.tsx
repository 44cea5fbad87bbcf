import {
  confirmationErrors,
  confirmationTexts,
  EMAIL_CHANGE_PARAM,
  emailChangeTexts,
} from "@caramelo/contract/texts/confirmation";
import { signInFields } from "@caramelo/contract/texts/sign-in";
import { MailCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
import { api, messageOf } from "~/platform/api.ts";
import { useSession } from "~/platform/session.ts";
import { Button } from "~/ui/basics/button.tsx";
import { ButtonLink, TextLink } from "~/ui/basics/link.tsx";
import { keepErrors } from "~/ui/forms/form-rules.ts";
import { PasswordField } from "~/ui/forms/password-field.tsx";
import { useForm } from "~/ui/forms/use-form.ts";
import { Alert } from "~/ui/states/alert.tsx";
import { AccountTask } from "../account-task.tsx";
import { LinkCheckState } from "../mailed-link/link-check-state.tsx";
import { MailSent } from "../mailed-link/mail-sent.tsx";
import { MailedForm } from "../mailed-link/mailed-form.tsx";
import { useLinkToken } from "../mailed-link/use-link-token.ts";
import { useConfirmation } from "./use-confirmation.ts";

/** The screen of a mailed link that confirms an address. */
export function EmailConfirmation() {
  const { check, retry, confirmWith } = useConfirmation(useLinkToken());
  const isChange = useSearchParams()[0].has(EMAIL_CHANGE_PARAM);
  if (check.state === "refused") return isChange ? <RefusedChange /> : <Refused />;
  const answer = check.state === "open" ? check.answer : undefined;
  return (
    <Frame>
      <LinkCheckState check={check} onRetry={retry} />
      {answer === "asks" && <PasswordForm isChange={isChange} onSubmit={confirmWith} />}
      {answer && answer !== "asks" && <Done kind={answer} />}
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
        {kind === "account" ? confirmationTexts.accountConfirmed : emailChangeTexts.emailChanged}
      </Alert>
      <ButtonLink to={user ? "/busca" : "/login"} size="large" isWide>
        {user ? "Buscar perfis" : "Entrar"}
      </ButtonLink>
    </>
  );
}

type PasswordFormProps = { isChange: boolean; onSubmit: (password: string) => Promise<void> };

/** The mail may have reached another person, so the account's password is required. */
function PasswordForm({ isChange, onSubmit }: PasswordFormProps) {
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
        <p className="text-muted">
          {isChange ? emailChangeTexts.changeNeedsPassword : confirmationErrors.CONFIRMATION_NEEDS_PASSWORD}
        </p>
        <PasswordField label="Senha" autoComplete="current-password" required {...field("password")} />
        <Button type="submit" size="large" isWide isBusy={isBusy} busyLabel="Confirmando…">
          Confirmar e-mail
        </Button>
      </form>
      {isChange ? <ChangeWithoutPassword /> : <SignUpWithoutPassword />}
    </>
  );
}

function SignUpWithoutPassword() {
  return (
    <p className="text-14 text-muted">
      {confirmationTexts.notYourSignUp} <TextLink to="/cadastro">Fazer um novo cadastro</TextLink>
    </p>
  );
}

function ChangeWithoutPassword() {
  return (
    <div className="grid gap-2 text-14 text-muted">
      <p>{emailChangeTexts.notYourChange}</p>
      <p>
        {emailChangeTexts.passwordForgotten} <TextLink to="/esqueci-senha">Criar uma nova senha</TextLink>
      </p>
    </div>
  );
}

/** A new link is mailed only when the change is requested again in the settings, so this screen offers none. */
function RefusedChange() {
  const { user } = useSession();
  return (
    <Frame>
      <Alert tone="warning">{emailChangeTexts.changeLinkInvalid}</Alert>
      <p className="text-muted">{emailChangeTexts.askChangeAgain}</p>
      <ButtonLink to={user ? "/configuracoes" : "/login"} size="large" isWide>
        {user ? "Abrir Configurações" : "Entrar"}
      </ButtonLink>
    </Frame>
  );
}

/** Offers guests another mail. A signed-in member needs none, because their address is confirmed. */
function Refused() {
  const { user } = useSession();
  if (!user) return <AnotherLink />;
  return (
    <Frame>
      <Alert tone="warning">{confirmationTexts.alreadyConfirmed}</Alert>
      <ButtonLink to="/busca" size="large" isWide>
        Buscar perfis
      </ButtonLink>
    </Frame>
  );
}

/** The answer is the same for every address, so that it does not reveal who has an account. */
function AnotherLink() {
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
      <p className="text-muted">
        {confirmationTexts.maybeConfirmed} <TextLink to="/login">Entrar</TextLink>
      </p>
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
