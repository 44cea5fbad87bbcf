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

const refused: SignInState = { words: recoveryErrors.RESET_LINK_INVALID, tone: "warning" };

/** Ends all sessions by the link of the mail about a new browser, and leads to the choice of a new password. */
export function SignInDenial() {
  const token = useLinkToken();
  const { check, retry } = useLinkCheck(
    token,
    (secret) => api.accounts.checkSignInAlert({ body: { token: secret } }),
    "RESET_LINK_INVALID",
  );
  if (check.state === "refused") return <Navigate to="/login" state={refused} replace />;
  return (
    <AccountTask
      icon={<ShieldX />}
      title="Não foi você?"
      text="Saímos da sua conta em todos os aparelhos, a senha de agora deixa de valer, e você cria uma nova. As chaves de acesso de membros também deixam de valer; as da equipe continuam."
    >
      <LinkCheckState check={check} onRetry={retry} />
      {check.state === "open" && token && <DenyForm token={token} />}
    </AccountTask>
  );
}

function DenyForm({ token }: { token: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  if (isApiError(error, "RESET_LINK_INVALID")) return <Navigate to="/login" state={refused} replace />;
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
        Não fui eu: sair de tudo
      </Button>
    </>
  );
}
