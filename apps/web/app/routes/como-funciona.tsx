import { brand } from "@caramelo/contract/brand/brand";
import { PHOTOS_MAX, PHOTOS_MIN, WITHDRAWAL_DAYS } from "@caramelo/contract/limits";
import { Bell, Heart, MessageCircle, Sparkles } from "lucide-react";
import account from "~/art/step-account.webp";
import conversation from "~/art/step-conversation.webp";
import profile from "~/art/step-profile.webp";
import search from "~/art/step-search.webp";
import { GuestPage } from "~/features/shell/arrival/guest-page.tsx";
import { publicMeta } from "~/features/shell/screen/page-title.ts";
import { Comparison, Offers } from "~/features/site/comparison.tsx";
import { firstQuestions, Questions } from "~/features/site/questions.tsx";
import { SafetyTips } from "~/features/site/safety-tips.tsx";
import { CardGrid, HeroLinks, SiteHero, SitePage, SitePicture, SiteSection } from "~/features/site/site-page.tsx";
import { TextLink } from "~/ui/basics/link.tsx";

export const meta = () =>
  publicMeta(
    "Como funciona",
    `Quatro passos, o que é grátis, o que o Premium acrescenta e todos os preços do ${brand.name}, sem renovação automática.`,
  );

const STEPS = [
  {
    title: "Crie sua conta",
    text: "E-mail, senha, idade e cidade. É grátis, e só para maiores de 18 anos.",
    picture: { src: account, alt: "Um formulário curto com um botão." },
  },
  {
    title: "Monte seu perfil",
    text: `De ${PHOTOS_MIN} a ${PHOTOS_MAX} fotos suas, quem você é e o que busca. Seja você: é isso que atrai.`,
    picture: { src: profile, alt: "Três fotos da mesma mulher, lado a lado." },
  },
  {
    title: "Encontre pessoas",
    text: "Explore perfis, favorite quem chamou sua atenção e veja quando é recíproco.",
    picture: { src: search, alt: "Três perfis, o do meio marcado com um coração." },
  },
  {
    title: "Converse com franqueza",
    text: "Mensagens em tempo real, no seu ritmo. Combinem só o que fizer sentido.",
    picture: { src: conversation, alt: "Um homem e uma mulher trocam mensagens." },
  },
];

const BENEFITS = [
  {
    icon: <MessageCircle aria-hidden />,
    title: "Conversa de verdade",
    text: "As mensagens chegam na hora e não se perdem, mesmo quando a internet falha no meio do caminho.",
  },
  {
    icon: <Heart aria-hidden />,
    title: "Interesse recíproco",
    text: "Quando duas pessoas se favoritam, as duas ficam sabendo.",
  },
  {
    icon: <Bell aria-hidden />,
    title: "Avisos discretos",
    text: "Você escolhe o que recebe e onde. Por padrão, nenhum aviso mostra nomes.",
  },
  {
    icon: <Sparkles aria-hidden />,
    title: "Você no controle",
    text: "Esconda a presença, bloqueie quem quiser e desative a conta quando precisar de um tempo.",
  },
];

export default function HowItWorks() {
  return (
    <GuestPage>
      <SitePage>
        <SiteHero
          title={
            <>
              Como o {brand.name} <em className="block font-[420]">funciona</em>
            </>
          }
          text="Quatro passos para conhecer alguém que busca o mesmo que você."
        >
          <HeroLinks
            first={{ to: "/cadastro", label: "Cadastre-se" }}
            second={{ to: "/login", label: "Já tenho conta" }}
          />
        </SiteHero>
        <SiteSection title="Em quatro passos">
          <Steps />
        </SiteSection>
        <SiteSection title="O que você encontra">
          <CardGrid cards={BENEFITS} />
        </SiteSection>
        <SiteSection
          title="Grátis e Premium"
          intro="Sugar Babies escrevem sempre de graça. Para Sugar Daddies e Sugar Mommies a diferença é esta:"
        >
          <Comparison />
        </SiteSection>
        <Prices />
        <SiteSection title="Encontros com segurança">
          <SafetyTips />
          <p className="mt-4">
            Mais dicas e contatos de emergência em <TextLink to="/seguranca">Segurança</TextLink>.
          </p>
        </SiteSection>
        <SiteSection title="Perguntas frequentes">
          <Questions questions={firstQuestions} />
          <p className="mt-4">
            <TextLink to="/faq">Ver todas as perguntas</TextLink>
          </p>
        </SiteSection>
      </SitePage>
    </GuestPage>
  );
}

function Steps() {
  return (
    <ol className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {STEPS.map(({ title, text, picture }, index) => (
        <li key={title} className="overflow-hidden rounded-card border border-line bg-surface">
          <SitePicture {...picture} width={640} height={400} className="aspect-[8/5]" />
          <div className="flex gap-3 p-4 md:p-5">
            <span aria-hidden className="font-display text-36 leading-none text-primary italic tabular-nums">
              {index + 1}
            </span>
            <div>
              <h3>{title}</h3>
              <p className="mt-1 text-muted">{text}</p>
            </div>
          </div>
        </li>
      ))}
    </ol>
  );
}

function Prices() {
  return (
    <SiteSection title="Preços" intro="Este é o preço final. Sem mensalidade escondida e sem renovação automática.">
      <Offers />
      <p className="mt-4">
        Quem já tem conta compra em <TextLink to="/premium">Premium</TextLink>, e em até {WITHDRAWAL_DAYS} dias pode
        desfazer a compra e receber o valor integral de volta.
      </p>
    </SiteSection>
  );
}
