import type { WithdrawableConsent } from "@caramelo/contract/accounts/consents";
import { useState } from "react";
import { useMember } from "~/platform/session.ts";
import { Button } from "~/ui/basics/button.tsx";
import { Chip } from "~/ui/basics/chip.tsx";
import { TextLink } from "~/ui/basics/link.tsx";
import { ConfirmDialog } from "~/ui/overlays/confirm-dialog.tsx";
import { describeAgreement, ERASURE_PATH, type ShownConsent } from "./rules.ts";
import { useConsentSwitch } from "./use-consent-switch.ts";

/** One consent with its text and the member's actions on it. */
export function ConsentRow({ consent }: { consent: ShownConsent }) {
  const { kind, name, text, isGiven, facts } = consent;
  return (
    <li className="grid gap-2 py-4 first:pt-2 last:pb-1">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-sans text-16 font-medium tracking-normal">{name}</h3>
        <Chip size="small" text={isGiven ? "Autorizado" : "Não autorizado"} tone={isGiven ? "ok" : "muted"} />
      </div>
      <blockquote className="border-l-2 border-line pl-3 text-14">{text}</blockquote>
      <p className="text-14 text-muted">{facts.join(" ")}</p>
      {kind === "terms" ? <TermsFoot /> : <ConsentAction kind={kind} name={name} text={text} isGiven={isGiven} />}
    </li>
  );
}

function TermsFoot() {
  return (
    <p className="text-14">
      Leia os <TextLink to="/termos">Termos</TextLink> e a <TextLink to="/privacidade">Política</TextLink> em vigor. Sem
      eles, não dá para manter a conta: para retirar esta autorização,{" "}
      <TextLink to={ERASURE_PATH}>exclua a conta</TextLink>.
    </p>
  );
}

type ActionProps = Pick<ShownConsent, "name" | "text" | "isGiven"> & { kind: WithdrawableConsent };

/**
 * Withdrawing the consent to sensitive data hides the account, so it asks first; everything else is one press. One
 * button gives and withdraws, so that it keeps the focus.
 */
function ConsentAction({ kind, name, text, isGiven }: ActionProps) {
  const { button, isBusy, give, withdraw } = useConsentSwitch(kind);
  const [isAsking, setIsAsking] = useState(false);
  const hidesAccount = kind === "sensitiveData";
  const withdrawOrAsk = hidesAccount ? () => setIsAsking(true) : withdraw;
  const label = isGiven ? "Retirar autorização" : "Autorizar";
  return (
    <>
      {!isGiven && <BeforeGiving kind={kind} text={text} />}
      <Button
        ref={button}
        size="small"
        variant={hidesAccount && !isGiven ? "primary" : "outline"}
        className="justify-self-start"
        aria-label={`${label}: ${name}`}
        isBusy={isBusy}
        onClick={() => void (isGiven ? withdrawOrAsk() : give())}
      >
        {label}
      </Button>
      {hidesAccount && (
        <ConfirmDialog
          isOpen={isAsking}
          onOpenChange={setIsAsking}
          tone="danger"
          title="Retirar a autorização?"
          text="Sem ela, seu perfil deixa de aparecer para todo mundo na hora, e você só vê o que é seu. Suas fotos e conversas ficam guardadas até você autorizar de novo ou excluir a conta."
          confirmLabel="Retirar autorização"
          isBusy={isBusy}
          onConfirm={() => void withdraw().then(() => setIsAsking(false))}
        />
      )}
    </>
  );
}

/** The text that a press agrees to, which may differ from the earlier one, and what happens without it. */
function BeforeGiving({ kind, text }: Pick<ActionProps, "kind" | "text">) {
  const { lacksConsent } = useMember();
  return (
    <>
      {kind === "sensitiveData" && lacksConsent && (
        <p className="text-14">
          Sem ela, ninguém vê o seu perfil. Autorize de novo para voltar, ou{" "}
          <TextLink to={ERASURE_PATH}>exclua a conta</TextLink>.
        </p>
      )}
      <p className="text-14 text-muted">{describeAgreement(kind, text)}</p>
    </>
  );
}
