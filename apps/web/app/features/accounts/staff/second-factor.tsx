import { dayText } from "@caramelo/contract/formats/moments";
import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { messageOf } from "~/platform/api.ts";
import { refreshSession } from "~/platform/session.ts";
import { Button } from "~/ui/basics/button.tsx";
import { ConfirmDialog } from "~/ui/overlays/confirm-dialog.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { Skeleton } from "~/ui/states/skeleton.tsx";
import { FactorSetup } from "./factor-setup.tsx";
import { ownFactorQuery, useBeginFactor, useRenewRecoveryCodes } from "./queries.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { recoveryCodesText } from "./rules.ts";

/** Where signed-in staff set up or replace their second factor, and get new recovery codes. */
export function SecondFactor({ onDone }: { onDone?: () => void }) {
  const own = useQuery(ownFactorQuery);
  const begin = useBeginFactor();
  const renew = useRenewRecoveryCodes();
  const [codes, setCodes] = useState<readonly string[]>();
  const [isRenewing, setIsRenewing] = useState(false);

  /**
   * The session is loaded again only when the codes are closed, because a session with a factor opens other screens,
   * and the codes would be gone from sight.
   */
  async function finish() {
    await own.refetch();
    setCodes(undefined);
    begin.reset();
    await refreshSession();
    onDone?.();
  }
  async function makeNewCodes() {
    setIsRenewing(false);
    const answer = await renew.mutateAsync().catch(() => undefined);
    if (answer) setCodes(answer.recoveryCodes);
  }
  if (codes) return <RecoveryCodes codes={codes} onDone={() => void finish()} />;
  if (begin.data) return <FactorSetup {...begin.data} onDone={setCodes} onCancel={begin.reset} />;
  if (own.isPending) return <Skeleton className="h-40 w-full max-w-2xl" />;
  if (!own.data)
    return (
      <LoadFailed
        title="Não conseguimos ler a sua segurança"
        onRetry={() => void own.refetch()}
        text={messageOf(own.error)}
      />
    );
  const { setUpAt, recoveryCodesLeft, isRequired } = own.data;
  const error = begin.error ?? renew.error;
  return (
    <div className="grid max-w-2xl justify-items-start gap-4">
      {setUpAt === null ? (
        <Alert tone={isRequired ? "warning" : "info"}>
          {isRequired
            ? "Este site pede a verificação em duas etapas: configure a sua para abrir a administração."
            : "Com ela, quem descobrir a sua senha ainda não entra: falta o código do seu celular."}
        </Alert>
      ) : (
        <Alert tone="success" title={`Ativa desde ${dayText(setUpAt)}`}>
          {recoveryCodesText(recoveryCodesLeft)}
        </Alert>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          isBusy={begin.isPending}
          onClick={() => begin.mutate()}
          variant={setUpAt === null ? "primary" : "outline"}
        >
          <ShieldCheck aria-hidden strokeWidth={1.75} />
          {setUpAt === null ? "Configurar agora" : "Trocar de aplicativo ou celular"}
        </Button>
        {setUpAt !== null && (
          <Button variant="outline" isBusy={renew.isPending} onClick={() => setIsRenewing(true)}>
            Gerar novos códigos de recuperação
          </Button>
        )}
      </div>
      {error && <Alert tone="error">{messageOf(error)}</Alert>}
      <ConfirmDialog
        isOpen={isRenewing}
        onOpenChange={setIsRenewing}
        title="Gerar novos códigos?"
        text="Os códigos de recuperação de agora deixam de valer."
        confirmLabel="Gerar novos códigos"
        onConfirm={() => void makeNewCodes()}
      />
    </div>
  );
}
