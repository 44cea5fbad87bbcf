import { brand } from "@caramelo/contract/brand/brand";
import { FIGURE_MIN } from "@caramelo/contract/limits";
import { QueryClientProvider } from "@tanstack/react-query";
import { publicMeta } from "~/features/shell/screen/page-title.ts";
import { SiteHead, SitePage, SiteSection } from "~/features/site/site-page.tsx";
import { QuarterList } from "~/features/transparency/quarter-list.tsx";
import { queryClient } from "~/platform/query.ts";
import { TextLink } from "~/ui/basics/link.tsx";

export const meta = () =>
  publicMeta(
    "Transparência",
    `Denúncias, medidas, recursos e pedidos de autoridades no ${brand.name}, a cada trimestre, contados dos registros.`,
  );

const NOTES = [
  "Contamos cada trimestre uma única vez, a partir dos registros do site, depois que ele termina (horário de São Paulo). Depois disso os números não mudam.",
  `Um número abaixo de ${FIGURE_MIN} aparece como “menos de ${FIGURE_MIN}”, para que ninguém seja reconhecido por ele. Um total não aparece quando uma de suas partes fica abaixo de ${FIGURE_MIN}, porque daria para calculá-la.`,
  "Tudo conta no trimestre em que aconteceu: um recurso recebido em setembro e decidido em outubro conta como recebido em um trimestre e como decidido no seguinte.",
  "Uma conta suspensa ou banida, e uma foto retirada, contam uma vez no trimestre, mesmo com várias medidas.",
  "Uma denúncia enviada sem login só conta depois que o e-mail foi confirmado ou que a equipe decidiu.",
  "Tempo mediano quer dizer que metade das decisões veio antes dele, e metade depois. Várias denúncias do mesmo caso são uma decisão, e o tempo corre desde a primeira.",
  "O que foi apagado junto com uma conta antes da contagem não entra nela.",
  "Um pedido de autoridade conta no trimestre em que a resposta foi registrada.",
];

export default function TransparencyPage() {
  return (
    <SitePage>
      <SiteHead
        title="Transparência"
        text="O que chega à nossa equipe e o que ela decide, a cada trimestre: denúncias, medidas, recursos e pedidos de autoridades."
      />
      {/* The list of quarters grows while it loads, so it comes last and moves nothing. */}
      <SiteSection title="Como contamos">
        <ul className="grid max-w-[64ch] list-disc gap-1.5 pl-5">
          {NOTES.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
        <p className="mt-4 max-w-[64ch]">
          Como denunciar, o que acontece depois e como se proteger está em{" "}
          <TextLink to="/seguranca">Segurança</TextLink>. Conteúdo ilegal pode ser denunciado sem conta em{" "}
          <TextLink to="/denunciar-conteudo">Denunciar conteúdo</TextLink>.
        </p>
      </SiteSection>
      <SiteSection title="Os números de cada trimestre">
        <QueryClientProvider client={queryClient}>
          <QuarterList />
        </QueryClientProvider>
        <noscript>
          <p className="mt-4">Para mostrar os números, esta página precisa de JavaScript.</p>
        </noscript>
      </SiteSection>
    </SitePage>
  );
}
