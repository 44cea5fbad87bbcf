import { recoveryErrors, recoveryTexts } from "@caramelo/contract/texts/recovery";
import { ShieldX, Snowflake } from "lucide-react";
import { useState } from "react";
import { Navigate } from "react-router";
import { api, isApiError, messageOf } from "~/platform/api.ts";
import { useLinkCheck } from "~/platform/use-link-check.ts";
import { Button } from "~/ui/basics/button.tsx";
import { TextLink } from "~/ui/basics/link.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { AccountTask } from "../account-task.tsx";
import { LinkCheckState } from "../mailed-link/link-check-state.tsx";
import { useLinkToken } from "../mailed-link/use-link-token.ts";
import type { SignInState } from "../sign-in/rules.ts";

const refusedState: SignInState = { words: recoveryErrors.SIGN_IN_ALERT_LINK_INVALID, tone: "warning" };

const DENIES =
  "Vamos desconectar a sua conta de todos os aparelhos e cancelar a senha e as chaves de acesso. Depois, você cria uma nova senha. Se o e-mail da conta foi trocado, volta a valer o que recebeu este link. As chaves de acesso da equipe continuam.";

/**
 * Ends all sessions through the link of an alert, then opens the choice of a new password. A link that only freezes the
 * account just confirms that.
 */
export function SignInDenial() {
  const token = useLinkToken();
  const { check, retry } = useLinkCheck(
    token,
    (secret) => api.accounts.checkSignInAlert({ body: { token: secret } }),
    "SIGN_IN_ALERT_LINK_INVALID",
  );
  const [isFrozen, setIsFrozen] = useState(false);
  if (isFrozen) return <FrozenAccount />;
  if (check.state === "refused") return <Navigate to="/login" state={refusedState} replace />;
  const freezes = check.state === "open" && check.answer.freezes === true;
  const text = freezes ? recoveryTexts.freezes : DENIES;
  return (
    <AccountTask icon={<ShieldX />} title="Não foi você?" text={check.state === "open" && text}>
      <LinkCheckState check={check} onRetry={retry} />
      {check.state === "open" && token && (
        <DenyForm
          token={token}
          label={freezes ? "Não fui eu: congelar a conta" : "Não fui eu: proteger minha conta"}
          onFrozen={() => setIsFrozen(true)}
        />
      )}
    </AccountTask>
  );
}

function FrozenAccount() {
  return (
    <AccountTask icon={<Snowflake />} title="Conta congelada" text={recoveryTexts.frozen} isResult>
      <TextLink to="/" className="inline-flex min-h-11 items-center">
        Ir para o início
      </TextLink>
    </AccountTask>
  );
}

type DenyProps = { token: string; label: string; onFrozen: () => void };

function DenyForm({ token, label, onFrozen }: DenyProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  if (isApiError(error, "SIGN_IN_ALERT_LINK_INVALID")) return <Navigate to="/login" state={refusedState} replace />;
  async function deny() {
    setIsBusy(true);
    try {
      const { recoveryToken, isFrozen } = await api.accounts.denySignIn({ body: { token } });
      if (isFrozen) return onFrozen();
      // Reload the page, because this browser may have been signed in to the account.
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
        {label}
      </Button>
    </>
  );
}
