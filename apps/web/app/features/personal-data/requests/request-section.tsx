import { ButtonLink } from "~/ui/basics/link.tsx";
import { DataSection } from "../data-frame.tsx";

/** Links to the form for LGPD requests that this page does not cover. */
export function RequestSection() {
  return (
    <DataSection
      id="pedidos"
      title="Pedir ou perguntar"
      text="Para corrigir o que não dá para mudar por aqui, saber com quem seus dados são compartilhados ou qualquer outro pedido da LGPD. Respondemos por e-mail em até 15 dias."
    >
      <ButtonLink to="/privacidade/pedido" variant="outline" size="small" className="mt-1">
        Fazer um pedido
      </ButtonLink>
    </DataSection>
  );
}
