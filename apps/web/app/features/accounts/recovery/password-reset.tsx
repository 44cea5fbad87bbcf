import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { recoveryErrors, recoveryTexts } from "@caramelo/contract/texts/recovery";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { Navigate, useNavigate } from "react-router";
import { api, isApiError, messageOf } from "~/platform/api.ts";
import { type LinkCheck, useLinkCheck } from "~/platform/use-link-check.ts";
import { Button } from "~/ui/basics/button.tsx";
import { useForm } from "~/ui/forms/use-form.ts";
import { Alert } from "~/ui/states/alert.tsx";
import { AccountTask } from "../account-task.tsx";
import { LinkCheckState } from "../mailed-link/link-check-state.tsx";
import { useLinkToken } from "../mailed-link/use-link-token.ts";
import { NewPasswordFields } from "../password/new-password-fields.tsx";
import { findNewPasswordErrors, type NewPasswordForm } from "../rules.ts";
import type { SignInState } from "../sign-in/rules.ts";
import { type WayLeft, WaysLeft } from "./ways-left.tsx";

const refusedState: SignInState = { words: recoveryErrors.RESET_LINK_INVALID, tone: "warning" };
const createdState: SignInState = { words: recoveryTexts.firstPasswordDone };
const doneState: SignInState = { words: recoveryTexts.resetDone };

/**
 * Sets a new password by the mailed link. Without a valid link, the visitor is sent to the sign-in screen, which says
 * why.
 */
export function PasswordReset() {
  const token = useLinkToken();
  const [waysLeft, setWaysLeft] = useState<readonly WayLeft[]>();
  const { check, retry } = useLinkCheck(
    token,
    (secret) => api.accounts.checkRecovery({ body: { token: secret } }),
    "RESET_LINK_INVALID",
  );
  if (waysLeft) return <WaysLeft ways={waysLeft} />;
  if (check.state === "refused") return <Navigate to="/login" state={refusedState} replace />;
  return (
    <AccountTask icon={<KeyRound />} {...wordsOf(check)}>
      <LinkCheckState check={check} onRetry={retry} />
      {check.state === "open" && token && <ResetForm token={token} onWaysLeft={setWaysLeft} {...check.answer} />}
    </AccountTask>
  );
}

type Recovery = AnswerOf<Contract["accounts"]["checkRecovery"]>;

/** Only the server's answer tells whether this is the first password. */
function wordsOf(check: LinkCheck<Recovery>): { title: string; text: string } {
  if (check.state !== "open") return { title: "Sua senha", text: "Um link de uso único para escolher a sua senha." };
  return check.answer.isFirstPassword
    ? { title: "Crie sua senha", text: "Com ela e o seu e-mail, você entra no painel da equipe." }
    : { title: "Redefinir senha", text: "Escolha uma nova senha para a sua conta." };
}

type ResetProps = Recovery & { token: string; onWaysLeft: (ways: readonly WayLeft[]) => void };

function ResetForm({ token, onWaysLeft, isFirstPassword = false, passwordMin }: ResetProps) {
  const navigate = useNavigate();
  const form = useForm<NewPasswordForm>({
    initial: { password: "", passwordConfirmation: "" },
    validate: findNewPasswordErrors,
    submit: async (values) => {
      const { waysLeft = [] } = await api.accounts.resetPassword({ body: { token, ...values } });
      if (waysLeft.length > 0) onWaysLeft(waysLeft);
      else await navigate("/login", { state: isFirstPassword ? createdState : doneState, replace: true });
    },
  });
  // The link was used or expired while the form was open.
  if (isApiError(form.failure, "RESET_LINK_INVALID")) return <Navigate to="/login" state={refusedState} replace />;
  return (
    <form {...form.props} className="grid gap-5">
      {form.failure !== undefined && <ResetFailed error={form.failure} />}
      <NewPasswordFields form={form} own={[]} min={passwordMin} isFirst={isFirstPassword} />
      <Button type="submit" size="large" isWide isBusy={form.isBusy} busyLabel="Salvando…">
        {isFirstPassword ? "Criar senha" : "Redefinir Senha"}
      </Button>
    </form>
  );
}

function ResetFailed({ error }: { error: unknown }) {
  const hasReason = isApiError(error, "NETWORK_ERROR", "RATE_LIMIT_EXCEEDED");
  return (
    <Alert tone="error" title={recoveryTexts.resetFailed}>
      {hasReason && messageOf(error)}
    </Alert>
  );
}
