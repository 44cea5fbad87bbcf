import { dayText } from "@caramelo/contract/formats/moments";
import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { messageOf } from "~/platform/api.ts";
import { refreshSession } from "~/platform/session.ts";
import { Button } from "~/ui/basics/button.tsx";
import { takeFocus } from "~/ui/forms/take-focus.ts";
import { ConfirmDialog } from "~/ui/overlays/confirm-dialog.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { LazyPart, lazyPart, usePreload } from "~/ui/states/lazy-part.tsx";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { Skeleton } from "~/ui/states/skeleton.tsx";
import { ActionFailure } from "../proof/action-failure.tsx";
import {
  type OwnFactor,
  ownFactorQuery,
  useBeginFactor,
  useKeepFactor,
  useRemoveFactor,
  useRenewRecoveryCodes,
} from "./queries.ts";
import { factorOffer, factorTexts, recoveryCodesText } from "./rules.ts";

// Loaded when needed: few people set up an app, and the QR code needs extra code.
const FactorSetup = lazyPart(() => import("./factor-setup.tsx").then((file) => file.FactorSetup));
const RecoveryCodes = lazyPart(() => import("./recovery-codes.tsx").then((file) => file.RecoveryCodes));

type Props = {
  onDone?: () => void;
  /** Content below; hidden while an app is being set up, so that the steps do not move it. */
  children?: ReactNode;
};

/** Where signed-in people set up, replace or remove their authenticator app, and get new recovery codes. */
export function SecondFactor({ onDone, children }: Props) {
  const own = useQuery(ownFactorQuery());
  const begin = useBeginFactor();
  const [codes, setCodes] = useState<readonly string[]>();
  usePreload(FactorSetup);

  /**
   * Reload the session only when the codes are closed: a session with a factor opens other screens and hides the codes.
   */
  async function finish() {
    await own.refetch();
    setCodes(undefined);
    begin.reset();
    await refreshSession();
    onDone?.();
  }
  if (codes)
    return (
      <LazyPart fallback={<Waiting />}>
        <RecoveryCodes codes={codes} onDone={() => void finish()} />
      </LazyPart>
    );
  // Show the steps as soon as the button is pressed, before the server has created the secret.
  if (begin.isPending || begin.data)
    return (
      <LazyPart fallback={<Waiting />} onFailure={begin.reset}>
        <FactorSetup made={begin.data} onDone={setCodes} onCancel={begin.reset} />
      </LazyPart>
    );
  if (own.isPending) return <Waiting />;
  return (
    <>
      {own.data ? (
        <FactorState factor={own.data} begin={begin} onRenewed={setCodes} />
      ) : (
        <LoadFailed
          title="Não conseguimos carregar a sua verificação em duas etapas"
          onRetry={() => void own.refetch()}
          text={messageOf(own.error)}
        />
      )}
      {children}
    </>
  );
}

const Waiting = () => <Skeleton className="h-26 w-full max-w-2xl" />;

type RenewalProps = { onRenewed: (codes: readonly string[]) => void };
type StateProps = RenewalProps & { factor: OwnFactor; begin: ReturnType<typeof useBeginFactor> };

/** The state of the app, and the actions on it. */
function FactorState({ factor: { setUpAt, isOff, recoveryCodesLeft, isRequired }, begin, onRenewed }: StateProps) {
  const keeping = useKeepFactor();
  const isSetUp = setUpAt !== null;
  if (isOff) return <FactorOff keeping={keeping} />;
  return (
    <div className="grid max-w-2xl justify-items-start gap-4">
      {isSetUp ? (
        // The pressed button is gone, so this confirmation gets the focus.
        <div ref={keeping.isSuccess ? takeFocus : undefined} tabIndex={-1} className="outline-none">
          <Alert tone="success" title={`Ativa desde ${dayText(setUpAt)}`}>
            {recoveryCodesText(recoveryCodesLeft)}
          </Alert>
        </div>
      ) : (
        <Alert tone={isRequired ? "warning" : "info"}>{factorOffer(isRequired)}</Alert>
      )}
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => begin.mutate()} variant={isSetUp ? "outline" : "primary"}>
          <ShieldCheck aria-hidden strokeWidth={1.75} />
          {isSetUp ? "Trocar de aplicativo ou celular" : "Configurar agora"}
        </Button>
        {isSetUp && (
          <>
            <CodeRenewal onRenewed={onRenewed} />
            <FactorRemoval />
          </>
        )}
      </div>
      <ActionFailure error={begin.error} />
    </div>
  );
}

/** Shown when a recovery has disabled the member's app. */
function FactorOff({ keeping }: { keeping: ReturnType<typeof useKeepFactor> }) {
  return (
    <div className="grid max-w-2xl justify-items-start gap-4">
      <Alert tone="warning" title="Desligada desde a sua nova senha">
        {factorTexts.off}
      </Alert>
      <div className="flex flex-wrap gap-3">
        <Button isBusy={keeping.isPending} onClick={() => keeping.mutate()}>
          Manter o aplicativo
        </Button>
        <FactorRemoval />
      </div>
      <ActionFailure error={keeping.error} />
    </div>
  );
}

function CodeRenewal({ onRenewed }: RenewalProps) {
  const renew = useRenewRecoveryCodes();
  const [isAsking, setIsAsking] = useState(false);
  async function makeNewCodes() {
    setIsAsking(false);
    const answer = await renew.mutateAsync().catch(() => undefined);
    if (answer) onRenewed(answer.recoveryCodes);
  }
  return (
    <>
      <Button variant="outline" isBusy={renew.isPending} onClick={() => setIsAsking(true)}>
        Gerar novos códigos
      </Button>
      <ActionFailure error={renew.error} />
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Gerar novos códigos?"
        text="Os códigos de recuperação atuais deixam de valer."
        confirmLabel="Gerar novos códigos"
        onConfirm={() => void makeNewCodes()}
      />
    </>
  );
}

function FactorRemoval() {
  const removing = useRemoveFactor();
  const [isAsking, setIsAsking] = useState(false);
  async function remove() {
    setIsAsking(false);
    await removing.mutateAsync().catch(() => {});
  }
  return (
    <>
      <Button variant="outline" isBusy={removing.isPending} onClick={() => setIsAsking(true)}>
        Desativar
        <span className="sr-only"> a verificação em duas etapas</span>
      </Button>
      <ActionFailure error={removing.error} />
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Desativar as duas etapas?"
        text="O aplicativo e os códigos de recuperação deixam de valer, e a sua conta perde essa proteção."
        confirmLabel="Desativar"
        tone="danger"
        onConfirm={() => void remove()}
      />
    </>
  );
}
