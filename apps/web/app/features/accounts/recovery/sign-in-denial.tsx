import { recoveryErrors } from "@caramelo/contract/texts/recovery";
import { ShieldX } from "lucide-react";
import { useState } from "react";
import { Navigate } from "react-router";
import { api, isApiError, messageOf } from "~/platform/api.ts";
import { useLinkCheck } from "~/platform/use-link-check.ts";
import { Button } from "~/ui/basics/button.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { AccountTask } from "../account-task.tsx";
import { LinkCheckState } from "../mailed-link/link-check-state.tsx";
import { useLinkToken } from "../mailed-link/use-link-token.ts";
import type { SignInState } from "../sign-in/sign-in-words.ts";

const refusedState: SignInState = { words: recoveryErrors.SIGN_IN_ALERT_LINK_INVALID, tone: "warning" };

/** Ends all sessions by the link of an alert, and leads to the choice of a new password. */
export function SignInDenial() {
  const token = useLinkToken();
  const { check, retry } = useLinkCheck(
    token,
    (secret) => api.accounts.checkSignInAlert({ body: { token: secret } }),
    "SIGN_IN_ALERT_LINK_INVALID",
  );
  if (check.state === "refused") return <Navigate to="/login" state={refusedState} replace />;
  return (
    <AccountTask
      icon={<ShieldX />}
      title="Não foi você?"
      text="Vamos desconectar a sua conta de todos os aparelhos e cancelar a senha e as chaves de acesso. Depois, você cria uma nova senha. Se o e-mail da conta foi trocado, volta a valer o que recebeu este link. As chaves de acesso da equipe continuam."
    >
      <LinkCheckState check={check} onRetry={retry} />
      {check.state === "open" && token && <DenyForm token={token} />}
    </AccountTask>
  );
}

function DenyForm({ token }: { token: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  if (isApiError(error, "SIGN_IN_ALERT_LINK_INVALID")) return <Navigate to="/login" state={refusedState} replace />;
  async function deny() {
    setIsBusy(true);
    try {
      const { recoveryToken } = await api.accounts.denySignIn({ body: { token } });
      // The page is loaded anew, because this browser may have been signed in to the account.
      window.location.replace(`/redefinir-senha#${recoveryToken}`);
    } catch (failure) {
      setError(failure);
      setIsBusy(false);
    }
  }
  return (
    <>
      {error !== undefined && <Alert tone="error">{messageOf(error)}</Alert>}
      <Button size="large" isWide mayWrap isBusy={isBusy} onClick={() => void deny()}>
        Não fui eu: proteger minha conta
      </Button>
    </>
  );
}
