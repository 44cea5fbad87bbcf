import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isApiError, messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/basics/button.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { pushState, usePushSwitch } from "./queries.ts";
import type { PushState } from "./rules.ts";

// An error other than an ApiError comes from the browser or its push service.
const FAILED = "Seu navegador não conseguiu ativar os avisos. Tente novamente.";
const textOf = (error: unknown) => (isApiError(error) ? messageOf(error) : FAILED);

/** Switches push messages to this browser on and off, or explains why they are not available. */
export function PushSection() {
  const { data: state = "loading" } = useQuery(pushState());
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-muted">
        Receba um aviso neste aparelho mesmo com o site fechado. O texto é discreto: diz só que há uma novidade, sem
        nomes nem mensagens, a não ser que você permita nomes nos avisos.
      </p>
      <PushChoice state={state} />
    </div>
  );
}

const HINTS: Partial<Record<PushState, ReactNode>> = {
  unsupported: "Este navegador não recebe avisos. Você continua vendo tudo quando abre o site.",
  insecure:
    "Os avisos só funcionam em um endereço seguro, que começa com https. Aqui você continua vendo tudo quando abre o site.",
  "needs-install":
    "No iPhone e no iPad, instale primeiro na tela inicial: toque em Compartilhar e depois em “Adicionar à Tela de Início”. Abra por ali e volte a esta página.",
  denied:
    "Você bloqueou os avisos deste site. Para voltar atrás, toque no ícone ao lado do endereço, abra as permissões do site, permita “Notificações” e recarregue a página.",
};

function PushChoice({ state }: { state: PushState }) {
  const { on, off } = usePushSwitch();
  const hint = HINTS[state];
  if (state === "loading") return null;
  if (hint) return <Alert className="w-full">{hint}</Alert>;
  const isOn = state === "on";
  const { mutate, isPending, error } = isOn ? off : on;
  return (
    <>
      <p role="status" className="font-semibold">
        {isOn ? "Avisos ativados neste aparelho." : "Avisos desativados neste aparelho."}
      </p>
      <Button variant={isOn ? "outline" : "primary"} isBusy={isPending} onClick={() => mutate()}>
        {isOn ? "Desativar avisos neste aparelho" : "Ativar avisos neste aparelho"}
      </Button>
      {error && <Alert tone="error">{textOf(error)}</Alert>}
    </>
  );
}
