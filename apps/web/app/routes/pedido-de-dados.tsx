import { brand } from "@caramelo/contract/brand/brand";
import { useSearchParams } from "react-router";
import { RequestForm } from "~/features/personal-data/requests/request-form.tsx";
import { readKind } from "~/features/personal-data/requests/rules.ts";
import { publicMeta } from "~/features/shell/screen/page-title.ts";
import { SiteHead, SitePage, SiteSection } from "~/features/site/site-page.tsx";
import { TextLink } from "~/ui/basics/link.tsx";

export const meta = () =>
  publicMeta(
    "Pedido sobre os seus dados",
    `Peça ao ${brand.name} acesso, correção, cópia ou exclusão dos seus dados pessoais (LGPD, art. 18), com ou sem conta. Resposta em até 15 dias.`,
  );

export default function DataRequestPage() {
  const [search] = useSearchParams();
  return (
    <SitePage isNarrow>
      <SiteHead
        title="Pedido sobre os seus dados"
        text="Para os direitos da LGPD (art. 18), com ou sem conta. Respondemos por e-mail em até 15 dias."
      />
      <div className="mt-8">
        <RequestForm linkedKind={readKind(search.get("tipo"))} />
      </div>
      <SiteSection title="Tem conta?">
        <p className="max-w-[64ch]">
          Quase tudo se resolve na hora: em <TextLink to="/configuracoes/dados">Meus dados</TextLink> você vê, corrige e
          baixa o que guardamos, retira autorizações e exclui a conta.
        </p>
      </SiteSection>
    </SitePage>
  );
}
