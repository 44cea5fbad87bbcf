import { brand } from "@caramelo/contract/brand/brand";
import { NoticeForm } from "~/features/moderation/notice-form.tsx";
import { publicMeta } from "~/features/shell/screen/page-title.ts";
import { SiteHead, SitePage, SiteSection } from "~/features/site/site-page.tsx";

export const meta = () =>
  publicMeta(
    "Denunciar conteúdo",
    `Denuncie ao ${brand.name} imagem íntima divulgada sem autorização, risco a criança ou adolescente ou outro conteúdo ilegal, com ou sem conta. Resposta em até 24 horas.`,
  );

export default function NoticePage() {
  return (
    <SitePage isNarrow>
      <SiteHead
        title="Denunciar conteúdo"
        text="Para imagem íntima divulgada sem autorização, para a segurança de crianças e adolescentes e para outro conteúdo ilegal. Não precisa ter conta. Respondemos em até 24 horas."
      />
      <div className="mt-8">
        <NoticeForm />
      </div>
      <SiteSection title="Em perigo agora">
        <p className="max-w-[64ch]">
          Ligue 190, a Polícia Militar. Para violência contra crianças e adolescentes, o Disque 100 atende a qualquer
          hora, de graça e em sigilo.
        </p>
      </SiteSection>
    </SitePage>
  );
}
