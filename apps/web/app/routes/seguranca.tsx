import { brand } from "@caramelo/contract/brand/brand";
import { reportReasons } from "@caramelo/contract/moderation/report-reasons";
import { Ban, Flag } from "lucide-react";
import { publicMeta } from "~/features/shell/screen/page-title.ts";
import { SafetyTips } from "~/features/site/safety-tips.tsx";
import { CardGrid, SiteHead, SitePage, SiteSection } from "~/features/site/site-page.tsx";
import { TextLink } from "~/ui/basics/link.tsx";

export const meta = () =>
  publicMeta(
    "Segurança",
    `Como se proteger antes e durante um encontro, como bloquear e denunciar no ${brand.name}, e a quem ligar em uma emergência.`,
  );

const TOOLS = [
  {
    icon: <Ban aria-hidden />,
    title: "Bloquear",
    text: "No perfil ou na conversa, abra o menu e toque em “Bloquear”. Vocês somem um para o outro em toda parte, e a pessoa não é avisada. Para desfazer, vá a Configurações.",
  },
  {
    icon: <Flag aria-hidden />,
    title: "Denunciar",
    text: `No mesmo menu, toque em “Denunciar” e escolha o motivo: ${Object.values(reportReasons)
      .map((reason) => reason.toLowerCase())
      .join(", ")}. Quem foi denunciado não sabe quem denunciou.`,
  },
];

const NEVER_ASKED = [
  "a sua senha, por mensagem, e-mail ou telefone;",
  "códigos que chegam por SMS ou aplicativo;",
  "dados do seu cartão ou do seu banco em uma conversa;",
  "fotos íntimas, suas ou de outras pessoas;",
  "dinheiro para liberar um encontro, um prêmio ou a sua conta.",
];

const CONTACTS = [
  { name: "Polícia Militar", number: "190", text: "perigo agora, a qualquer hora" },
  { name: "Central de Atendimento à Mulher", number: "180", text: "violência contra a mulher, 24 horas" },
  { name: "Disque Direitos Humanos", number: "100", text: "violações de direitos, inclusive de crianças" },
];

export default function SafetyPage() {
  return (
    <SitePage>
      <SiteHead
        title="Segurança"
        text="Conhecer gente nova é bom, e fica melhor com alguns cuidados. Confie no que você sente: se algo incomoda, você não deve nada a ninguém."
      />
      <SiteSection title="Antes e durante o encontro">
        <SafetyTips />
      </SiteSection>
      <SiteSection title="Bloquear e denunciar">
        <CardGrid cards={TOOLS} />
      </SiteSection>
      <SiteSection title="O que nunca pedimos" intro={`Ninguém do ${brand.name} vai pedir:`}>
        <ul className="grid max-w-[64ch] list-disc gap-1.5 pl-5">
          {NEVER_ASKED.map((secret) => (
            <li key={secret}>{secret}</li>
          ))}
        </ul>
      </SiteSection>
      <SiteSection title="Se alguém ameaçar ou divulgar suas fotos">
        <div className="grid max-w-[64ch] gap-3">
          <p>
            Não pague e não apague a conversa: guarde capturas de tela com data e nome. Denuncie o perfil, ou avise pelo
            formulário de <TextLink to="/denunciar-conteudo">conteúdo</TextLink>, que funciona sem conta, e procure uma
            delegacia; muitos estados registram ocorrência pela internet. Divulgar imagem íntima sem consentimento é
            crime (Código Penal, art. 218-C).
          </p>
          <p>
            A <SaferNet /> orienta de graça e em sigilo quem sofre golpe, chantagem ou exposição na internet.
          </p>
        </div>
      </SiteSection>
      <SiteSection title="Em uma emergência">
        <ul className="grid gap-3 md:grid-cols-3 md:gap-4">
          {CONTACTS.map(({ name, number, text }) => (
            <li key={number} className="rounded-card border border-line bg-surface p-4 md:p-5">
              <a
                href={`tel:${number}`}
                aria-label={`Ligar ${number}, ${name}`}
                className="inline-flex min-h-11 items-center rounded-small font-display text-36 leading-none font-semibold text-primary tabular-nums"
              >
                {number}
              </a>
              <h3 className="mt-1">{name}</h3>
              <p className="text-14 text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </SiteSection>
    </SitePage>
  );
}

function SaferNet() {
  return (
    <a
      href="https://new.safernet.org.br/helpline"
      rel="noopener noreferrer"
      className="rounded-small font-semibold text-primary underline decoration-1 underline-offset-3"
    >
      SaferNet Brasil
    </a>
  );
}
