import { confirmationTexts } from "@caramelo/contract/texts/confirmation";
import { MailCheck } from "lucide-react";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { AccountTask } from "../account-task.tsx";
import { ResendConfirmation } from "../confirmation/resend-confirmation.tsx";

/**
 * Shown at the end of a sign-up if addresses must be confirmed. The same for an address that already has an account.
 */
export function ConfirmationPending({ email }: { email: string }) {
  return (
    <AccountTask icon={<MailCheck />} title="Falta um passo" isResult>
      <Alert tone="success" title={confirmationTexts.confirmationSent}>
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
