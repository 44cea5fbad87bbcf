import { errorCatalogue, memberMessages } from "@caramelo/contract/errors";
import { KeyRound } from "lucide-react";
import { Navigate, useNavigate } from "react-router";
import { api, isApiError, messageOf } from "~/platform/api.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { Spinner } from "~/ui/spinner.tsx";
import { AccountTask } from "./account-task.tsx";
import { NewPasswordFields } from "./new-password-fields.tsx";
import type { NoticeState } from "./notice.ts";
import { findNewPasswordFaults } from "./rules.ts";
import { useLinkToken } from "./use-link-token.ts";
import { useRecoveryCheck } from "./use-recovery-check.ts";
import { useShortForm } from "./use-short-form.ts";

const refused: NoticeState = { notice: errorCatalogue.RESET_LINK_INVALID.text, tone: "warning" };
const done: NoticeState = { notice: memberMessages.resetDone };

/** A new password by the mailed link; without a link that opens it leads to the sign-in, which says why. */
export function PasswordReset() {
  const token = useLinkToken();
  const { check, askAgain } = useRecoveryCheck(token);
  if (check.state === "refused") return <Navigate to="/login" state={refused} replace />;
  return (
    <AccountTask icon={<KeyRound />} title="Redefinir senha" text="Escolha uma nova senha para a sua conta.">
      {check.state === "checking" && (
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner /> Conferindo o link…
        </p>
      )}
      {check.state === "failed" && (
        <>
          <Alert tone="error">{check.text}</Alert>
          <Button onClick={askAgain}>Tentar Novamente</Button>
        </>
      )}
      {check.state === "open" && token && <ResetForm token={token} />}
    </AccountTask>
  );
}

function ResetForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const { form, faults, error, isBusy } = useShortForm({
    names: ["password", "passwordConfirmation"],
    judge: findNewPasswordFaults,
    send: async (values) => {
      await api.accounts.resetPassword({ body: { token, ...values } });
      await navigate("/login", { state: done, replace: true });
    },
  });
  // It was used or ran out while the form stood open.
  if (isApiError(error, "RESET_LINK_INVALID")) return <Navigate to="/login" state={refused} replace />;
  return (
    <form {...form} className="grid gap-5">
      {error !== undefined && <ResetFailed error={error} />}
      <NewPasswordFields faults={faults} own={[]} />
      <Button type="submit" size="large" isWide isBusy={isBusy} busyLabel="Salvando…">
        Redefinir Senha
      </Button>
    </form>
  );
}

function ResetFailed({ error }: { error: unknown }) {
  const hasReason = isApiError(error, "NETWORK_ERROR", "RATE_LIMIT_EXCEEDED");
  return (
    <Alert tone="error" title={memberMessages.resetFailed}>
      {hasReason && messageOf(error)}
    </Alert>
  );
}
