import { brand } from "@caramelo/contract/brand/brand";
import { PHOTOS_MIN } from "@caramelo/contract/limits";
import { EyeOff, Gem, HandCoins, ShieldCheck } from "lucide-react";
import cafe from "~/art/about-cafe.webp";
import gallery from "~/art/about-gallery.webp";
import { GuestPage } from "~/features/shell/arrival/guest-page.tsx";
import { publicMeta } from "~/features/shell/screen/page-title.ts";
import { CardGrid, HeroLinks, SiteHero, SitePage, SitePicture, SiteSection } from "~/features/site/site-page.tsx";
import { ButtonLink } from "~/ui/basics/link.tsx";

export const meta = () =>
  publicMeta(
    "Sobre",
    `Por que o ${brand.name} existe e o que guia cada decisão: qualidade, segurança, transparência e discrição.`,
  );

const VALUES = [
  {
    icon: <Gem aria-hidden />,
    title: "Qualidade",
    text: `Cada pessoa se apresenta com pelo menos ${PHOTOS_MIN} fotos e com as próprias palavras: quem é e o que busca.`,
  },
  {
    icon: <ShieldCheck aria-hidden />,
    title: "Segurança",
    text: "Bloquear e denunciar estão sempre à mão, no perfil e na conversa. Só maiores de 18 anos participam.",
  },
  {
    icon: <HandCoins aria-hidden />,
    title: "Transparência",
    text: "Antes do botão, você vê o preço final, o que ele inclui e por quanto tempo vale. Nada se renova sozinho.",
  },
  {
    icon: <EyeOff aria-hidden />,
    title: "Discrição",
    text: "Fotos sem localização, avisos sem nomes e nenhum perfil em buscadores. Sem anúncios e sem rastreadores.",
  },
];

export default function About() {
  return (
    <GuestPage>
      <SitePage>
        <SiteHero
          title={
            <>
              Clareza desde <em className="block font-[420]">a primeira conversa</em>
            </>
          }
          text={`O ${brand.name} é um lugar para adultos que sabem o que querem e preferem dizer isso com franqueza, respeito e discrição.`}
          picture={{
            src: cafe,
            alt: "Uma mulher e um homem conversam e sorriem à mesa de um café, ao anoitecer.",
            width: 1200,
            height: 900,
          }}
        >
          <HeroLinks
            first={{ to: "/cadastro", label: "Cadastre-se" }}
            second={{ to: "/como-funciona", label: "Como funciona" }}
          />
        </SiteHero>
        <SiteSection title="Nossa missão">
          <div className="grid items-start gap-6 md:grid-cols-[1.35fr_1fr] md:gap-10">
            <div className="grid max-w-[64ch] gap-3 text-18 leading-relaxed">
              <p>
                Relações sugar funcionam quando as duas pessoas falam abertamente sobre expectativas. Criamos um espaço
                para isso: perfis cuidados, conversa em tempo real e ferramentas para você decidir quem fica por perto.
              </p>
              <p>
                Não somos agência, não marcamos encontros e não aceitamos sexo em troca de pagamento. O que nasce aqui é
                combinado entre adultos, no ritmo de cada um.
              </p>
            </div>
            <SitePicture
              src={gallery}
              alt="Duas mulheres, uma jovem e uma mais velha, diante dos quadros de uma exposição."
              width={1000}
              height={800}
              className="rounded-card"
            />
          </div>
        </SiteSection>
        <SiteSection title="O que nos guia">
          <CardGrid cards={VALUES} />
        </SiteSection>
        <Team />
        <Testimonials />
        <SiteSection title="Quer conhecer?" intro="Criar a conta é grátis e leva poucos minutos.">
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/cadastro">Cadastre-se</ButtonLink>
            <ButtonLink to="/como-funciona" variant="outline">
              Como funciona
            </ButtonLink>
          </div>
        </SiteSection>
      </SitePage>
    </GuestPage>
  );
}

/** Shows real people only. Without any in the brand file there is no section. */
function Team() {
  if (brand.team.length === 0) return null;
  return (
    <SiteSection title="Quem faz">
      <ul className="grid gap-4 md:grid-cols-3">
        {brand.team.map(({ name, role, text }) => (
          <li key={name}>
            <h3>{name}</h3>
            <p className="text-14 text-primary">{role}</p>
            <p className="mt-1 text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </SiteSection>
  );
}

/** Shows real quotes with their author's consent. Without any there is no section. */
function Testimonials() {
  const agreed = brand.testimonials.filter(({ consentedOn }) => consentedOn !== "");
  if (agreed.length === 0) return null;
  return (
    <SiteSection title="Nas palavras de quem usa">
      <div className="grid gap-4 md:grid-cols-2">
        {agreed.map(({ name, text }) => (
          <figure key={name + text} className="rounded-card border border-line bg-surface p-5">
            <blockquote>{text}</blockquote>
            <figcaption className="mt-2 text-14 text-muted">{name}</figcaption>
          </figure>
        ))}
      </div>
    </SiteSection>
  );
}
