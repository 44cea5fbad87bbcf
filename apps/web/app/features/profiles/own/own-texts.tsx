import { accountTypeNames } from "@caramelo/contract/texts/profile";
import { BadgeCheck, Crown, Sparkles } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "~/ui/basics/cx.ts";
import { TextLink } from "~/ui/basics/link.tsx";
import { LongText } from "~/ui/basics/long-text.tsx";
import { listTexts } from "../about-rules.ts";
import { verifiedWord } from "../rules.ts";
import type { OwnProfile } from "./own-rules.ts";

type TextsOwner = Pick<OwnProfile, "role">;

export const ownTypeName = ({ role }: TextsOwner) => (role === "admin" ? "Administração" : accountTypeNames[role]);
export const verifiedName = ({ role }: TextsOwner) => verifiedWord(role === "admin" ? "daddy" : role);

export function OwnTexts({ profile }: { profile: OwnProfile }) {
  return (
    <>
      {listTexts(profile).map((section) => (
        <TextSection key={section.title} {...section} />
      ))}
      <TextSection title="Tipo de conta" text={ownTypeName(profile)} />
    </>
  );
}

function TextSection({ title, text }: { title: string; text: string }) {
  return (
    <section className="border-t border-line pt-4 md:pt-5">
      <h2 className="mb-2 text-18">{title}</h2>
      <LongText text={text} className="max-w-[60ch] leading-[1.6] wrap-break-word whitespace-pre-line" />
    </section>
  );
}

/** A banner for each badge of this profile, and a link to the verification if it is missing. */
export function OwnBanners({ profile }: { profile: OwnProfile }) {
  const { isVerified, isPremium, isHighlighted } = profile;
  return (
    <div className="grid gap-2.5 md:grid-cols-[repeat(auto-fit,minmax(16rem,1fr))] md:gap-3">
      {!isVerified && (
        <Banner
          look="bg-tint text-ink"
          icon={<BadgeCheck aria-hidden className="size-5" strokeWidth={1.75} />}
          title="Verifique seu perfil"
          text={
            <>
              Com um documento e uma selfie você ganha o selo. <TextLink to="/verificacao">Começar</TextLink>
            </>
          }
        />
      )}
      {isVerified && (
        <Banner
          look="bg-info-soft text-info"
          icon={<BadgeCheck aria-hidden className="size-5" strokeWidth={1.75} />}
          title={`Perfil ${verifiedWord("daddy").toLowerCase()}`}
          text="O selo aparece no seu perfil e nas listas."
        />
      )}
      {isPremium && (
        <Banner
          look="bg-gold-soft text-on-gold"
          icon={<Crown aria-hidden className="size-5" strokeWidth={1.75} />}
          title="Você é Premium"
          text="Mensagens ilimitadas e seu perfil em destaque."
        />
      )}
      {isHighlighted && (
        <Banner
          look="bg-gold-soft text-on-gold"
          icon={<Sparkles aria-hidden className="size-5" strokeWidth={1.75} />}
          title="Seu perfil está em destaque"
          text="Você aparece primeiro nas buscas."
        />
      )}
    </div>
  );
}

type BannerProps = { look: string; icon: ReactNode; title: string; text: ReactNode };

function Banner({ look, icon, title, text }: BannerProps) {
  return (
    <aside aria-label={title} className={cx("flex items-center gap-3 rounded-card px-4 py-3", look)}>
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-current/10">{icon}</span>
      <div className="min-w-0">
        <p className="leading-tight font-semibold">{title}</p>
        <p className="mt-0.5 text-14">{text}</p>
      </div>
    </aside>
  );
}
