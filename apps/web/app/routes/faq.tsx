import { brand } from "@caramelo/contract/brand/brand";
import { publicMeta } from "~/features/shell/screen/page-title.ts";
import { firstQuestions, moreQuestions, Questions } from "~/features/site/questions.tsx";
import { SiteHead, SitePage, SiteSection } from "~/features/site/site-page.tsx";

export const meta = () =>
  publicMeta(
    "Perguntas frequentes",
    `Preços, conversas, discrição e conta: respostas diretas sobre o ${brand.name}, em poucas linhas.`,
  );

export default function Faq() {
  return (
    <SitePage isNarrow>
      <SiteHead
        title="Perguntas frequentes"
        text={
          <>
            Não achou a sua? Escreva para <span className="font-semibold text-ink">{brand.supportEmail}</span>.
          </>
        }
      />
      <SiteSection title="Antes de começar">
        <Questions questions={firstQuestions} />
      </SiteSection>
      {moreQuestions.map(({ title, questions }) => (
        <SiteSection key={title} title={title}>
          <Questions questions={questions} />
        </SiteSection>
      ))}
    </SitePage>
  );
}
