import { memberMessages } from "@caramelo/contract/errors";
import { MailCheck } from "lucide-react";
import { Alert } from "~/ui/alert.tsx";
import { ButtonLink } from "~/ui/link.tsx";
import { AccountTask } from "./account-task.tsx";
import { ResendConfirmation } from "./resend-confirmation.tsx";

/** The end of a sign-up where addresses must be confirmed; the same for an address that has an account already. */
export function SignUpAwaits({ email }: { email: string }) {
  return (
    <AccountTask icon={<MailCheck />} title="Falta um passo" isResult>
      <Alert tone="success" title={memberMessages.confirmationSent}>
        Abra o link para começar. Verifique sua caixa de entrada e spam.
      </Alert>
      <p className="text-14 text-muted">
        Enviado para <b className="font-semibold wrap-anywhere text-ink">{email}</b>
      </p>
      <div className="grid gap-3">
        <ButtonLink to="/login" size="large" isWide>
          Ir para o login
        </ButtonLink>
        <ResendConfirmation email={email} className="grid" />
      </div>
    </AccountTask>
  );
}
