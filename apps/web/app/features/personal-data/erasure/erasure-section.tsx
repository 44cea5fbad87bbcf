import { momentText } from "@caramelo/contract/formats/moments";
import { periods, periodText } from "@caramelo/contract/personal-data/periods";
import { delayedKinds, delayedTexts } from "@caramelo/contract/texts/delayed-requests";
import { type ReactNode, useState } from "react";
import { api, isApiError, messageOf } from "~/platform/api.ts";
import { withFreshFactor } from "~/platform/fresh-factor.ts";
import { refreshSession } from "~/platform/session.ts";
import { Button } from "~/ui/basics/button.tsx";
import { ConfirmDialog } from "~/ui/overlays/confirm-dialog.tsx";
import { showToast } from "~/ui/overlays/toast.ts";
import { DataSection } from "../data-frame.tsx";
import { listOutcomes } from "../rules.ts";

const REGRET = periodText(periods.erasureRegret);

type Props = {
  /** Shows waiting requests, which belong to another feature. */
  children: ReactNode;
  /** Called when the erasure is delayed. */
  onDelayed: () => void;
};

/** Says what an erasure of the account does, and requests it after a proof. */
export function ErasureSection({ children, onDelayed }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const { isBusy, ask } = useErasure(onDelayed);
  return (
    <DataSection
      id="exclusao"
      title="Excluir minha conta"
      text={`A partir do pedido, ninguém mais vê você aqui. ${delayedTexts.mayWait} Você tem ${REGRET} para mudar de ideia: é só entrar e escolher “Desistir da exclusão”. Depois, a exclusão começa e não tem volta.`}
    >
      <Outcomes />
      <div className="mt-4">
        {children}
        <Button variant="danger" isWide className="md:w-auto" isBusy={isBusy} onClick={() => setIsAsking(true)}>
          Excluir minha conta
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        tone="danger"
        title="Excluir sua conta?"
        text={`Seu perfil some agora para todo mundo e você sai dos outros aparelhos. ${delayedTexts.mayWait} Você tem ${REGRET} para desistir; depois, apagamos tudo o que está na lista. Os planos e as fichas que você ainda tiver serão perdidos.`}
        confirmLabel="Excluir minha conta"
        isBusy={isBusy}
        onConfirm={() => {
          // Re-authentication opens in its own dialog.
          setIsAsking(false);
          void ask();
        }}
      />
    </DataSection>
  );
}

function useErasure(onDelayed: () => void) {
  const [isBusy, setIsBusy] = useState(false);
  async function ask() {
    setIsBusy(true);
    try {
      const { delayedUntil } = await withFreshFactor(() => api.erasure.request());
      if (delayedUntil !== undefined) {
        const title = `${delayedKinds.erasure}: começa em ${momentText(delayedUntil)}`;
        showToast({ type: "info", title, message: delayedTexts.why });
        return onDelayed();
      }
      // The gate of an account with an erasure replaces this screen.
      await refreshSession();
    } catch (error) {
      // A member who closes the proof dialog has changed their mind.
      if (isApiError(error, "FRESH_FACTOR_REQUIRED")) return;
      showToast({ type: "error", title: "Não conseguimos registrar o pedido de exclusão", message: messageOf(error) });
    } finally {
      setIsBusy(false);
    }
  }
  return { isBusy, ask };
}

function Outcomes() {
  const { gone: deletedParts, rest } = listOutcomes();
  return (
    <div className="grid gap-3">
      <h3 className="text-16">O que some de vez</h3>
      <p className="text-14 text-muted">{deletedParts.join(" · ")}</p>
      <h3 className="text-16">O que fica, com quem e até quando</h3>
      <p className="text-14 text-muted">Isto é tudo o que fica. Todo o resto some com a conta.</p>
      <dl className="grid gap-x-5 gap-y-2 text-14 md:grid-cols-[11rem_1fr]">
        {rest.map(({ name, text }) => (
          <div key={name} className="md:contents">
            <dt className="font-medium">{name}</dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
