import { brand } from "@caramelo/contract/brand/brand";
import { longDayText } from "@caramelo/contract/formats/moments";
import { type ReactNode, useState } from "react";
import { api, messageOf } from "~/platform/api.ts";
import { leaveForSignIn, refreshSession } from "~/platform/session.ts";
import { BrandMark } from "~/ui/basics/brand-mark.tsx";
import { Button } from "~/ui/basics/button.tsx";
import { Alert } from "~/ui/states/alert.tsx";

type Props = {
  /** When the erasure starts. */
  endsAt: string;
  /** Cancelling the erasure signs a suspended member out. */
  isSuspended: boolean;
  leave: () => void;
  isLeaving: boolean;
  /** The remaining actions of the member. */
  children?: ReactNode;
};

/** The only screen of a member who has requested the erasure of the account; the server refuses most other calls. */
export function ErasureGate({ endsAt, isSuspended, leave, isLeaving, children }: Props) {
  const { isBusy, failure, takeBack } = useTakingBack();
  return (
    <div className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center gap-4 px-4 py-12">
      <p className="inline-flex items-center gap-2 font-display text-22 font-semibold">
        <BrandMark className="size-7" />
        {brand.name}
      </p>
      <h1>Sua conta vai ser excluída</h1>
      <p>
        A exclusão começa em <strong>{longDayText(new Date(endsAt))}</strong>. Até lá, ninguém vê o seu perfil nem pode
        escrever para você.
      </p>
      <p className="text-muted">
        {isSuspended
          ? "Mudou de ideia? Se desistir da exclusão, a conta continua suspensa e você volta para a tela de entrada. Se quiser uma cópia dos seus dados, baixe-a antes."
          : "Mudou de ideia? Se desistir da exclusão, tudo volta a ser como era."}
      </p>
      {failure !== undefined && <Alert>{failure}</Alert>}
      <div className="mt-2 grid gap-2">
        <Button isWide isBusy={isBusy} onClick={() => void takeBack()}>
          Desistir da exclusão
        </Button>
        <Button variant="outline" isWide isBusy={isLeaving} onClick={leave}>
          Sair
        </Button>
      </div>
      {children}
    </div>
  );
}

function useTakingBack() {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  async function takeBack() {
    setIsBusy(true);
    setFailure(undefined);
    try {
      const { isSuspended } = await api.erasure.takeBack();
      if (isSuspended) leaveForSignIn("Você desistiu da exclusão. A conta continua suspensa.");
      else await refreshSession();
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setIsBusy(false);
    }
  }
  return { isBusy, failure, takeBack };
}
