import { consentTexts } from "@caramelo/contract/accounts/consents";
import { useState } from "react";
import { messageOf } from "~/platform/api.ts";
import { useMember } from "~/platform/session.ts";
import { Button } from "~/ui/basics/button.tsx";
import { Chip } from "~/ui/basics/chip.tsx";
import { TextLink } from "~/ui/basics/link.tsx";
import { ConfirmDialog } from "~/ui/overlays/confirm-dialog.tsx";
import { showToast } from "~/ui/overlays/toast.ts";
import { useConsentChanges } from "./queries.ts";
import { ERASURE_PATH, type ShownConsent } from "./rules.ts";

/** One consent with its text, and what its member can do about it. */
export function ConsentRow({ consent }: { consent: ShownConsent }) {
  const { kind, name, text, isGiven, facts } = consent;
  return (
    <li className="grid gap-2 py-4 first:pt-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-sans text-16 font-medium tracking-normal">{name}</h3>
        <Chip size="small" text={isGiven ? "Dada" : "Não dada"} tone={isGiven ? "ok" : "muted"} />
      </div>
      <blockquote className="border-l-2 border-line pl-3 text-14">{text}</blockquote>
      <p className="text-14 text-muted">{facts.join(" ")}</p>
      {kind === "terms" ? <TermsFoot /> : <ConsentAction kind={kind} name={name} isGiven={isGiven} />}
    </li>
  );
}

function TermsFoot() {
  return (
    <p className="text-14">
      Leia os <TextLink to="/termos">Termos</TextLink> e a <TextLink to="/privacidade">Política</TextLink> em vigor. Sem
      eles não há conta: para retirar esta autorização, <TextLink to={ERASURE_PATH}>apague a conta</TextLink>.
    </p>
  );
}

type ActionProps = { kind: "sensitiveData" | "marketing"; name: string; isGiven: boolean };

/** Withdrawing the consent to sensitive data hides the account, so it asks first; everything else is one press. */
function ConsentAction({ kind, name, isGiven }: ActionProps) {
  const { give, withdraw } = useConsentChanges();
  const { lacksConsent } = useMember();
  const [isAsking, setIsAsking] = useState(false);
  const onError = (error: unknown) => showToast({ type: "error", title: messageOf(error) });
  function giveAgain() {
    const onSuccess = () => showToast({ type: "success", title: "Autorização dada" });
    give.mutate({ body: { kind, version: consentTexts[kind].version } }, { onSuccess, onError });
  }
  function withdrawNow() {
    const onSuccess = () => {
      setIsAsking(false);
      showToast({ type: "success", title: "Autorização retirada" });
    };
    withdraw.mutate({ params: { kind } }, { onSuccess, onError });
  }
  if (!isGiven) {
    return (
      <>
        {kind === "sensitiveData" && lacksConsent && (
          <p className="text-14">
            Sem ela ninguém vê você. Dê a autorização de novo para voltar, ou{" "}
            <TextLink to={ERASURE_PATH}>apague a conta</TextLink>.
          </p>
        )}
        <TextOfToday kind={kind} />
        <Button
          size="small"
          variant={kind === "sensitiveData" ? "primary" : "outline"}
          className="justify-self-start"
          aria-label={`Dar autorização: ${name}`}
          isBusy={give.isPending}
          onClick={giveAgain}
        >
          Dar autorização
        </Button>
      </>
    );
  }
  return (
    <>
      <Button
        size="small"
        variant="outline"
        className="justify-self-start"
        aria-label={`Retirar autorização: ${name}`}
        isBusy={withdraw.isPending}
        onClick={kind === "sensitiveData" ? () => setIsAsking(true) : withdrawNow}
      >
        Retirar autorização
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        tone="danger"
        title="Retirar a autorização?"
        text="Sem ela, seu perfil deixa de aparecer para todo mundo na hora, e você só vê o que é seu. Suas fotos e conversas ficam guardadas até você dar a autorização de novo ou apagar a conta."
        confirmLabel="Retirar autorização"
        isBusy={withdraw.isPending}
        onConfirm={withdrawNow}
      />
    </>
  );
}

/** The text that a press agrees to now, which may differ from the one that was agreed to before. */
function TextOfToday({ kind }: Pick<ActionProps, "kind">) {
  return <p className="text-14 text-muted">Ao dar, você concorda com o texto em vigor: “{consentTexts[kind].text}”</p>;
}
