import { messagingTexts } from "@caramelo/contract/texts/messaging";
import { accountTypeNames } from "@caramelo/contract/texts/profile";
import { BadgeCheck, Crown } from "lucide-react";
import type { ReactNode } from "react";
import { Chip } from "~/ui/basics/chip.tsx";
import { Fact } from "~/ui/basics/fact.tsx";
import { TextLink } from "~/ui/basics/link.tsx";
import { LongText } from "~/ui/basics/long-text.tsx";
import { MessageLink } from "~/ui/members/message-link.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { listTexts } from "../about-rules.ts";
import type { Profile } from "../queries.ts";
import { distanceText, listLabels, mayWriteTo, PROMOTED_LABEL, verifiedWord } from "../rules.ts";

/** The account states in words for staff. */
const statusNames = {
  active: "Ativa",
  deactivated: "Desativada pela própria pessoa",
  suspended: "Suspensa pela equipe",
  unconfirmed: "Aguarda a confirmação do e-mail",
  hidden: "Oculta até a análise de uma denúncia",
  banned: "Banida pela equipe",
} as const;

type Props = {
  profile: Profile;
  /** The favourite toggle with its label. */
  favorite: ReactNode;
  /** Reporting and blocking: the menu in the corner, a button for reporting alone, and the dialogs that both open. */
  safety?: { menu: ReactNode; report: ReactNode; dialogs: ReactNode } | undefined;
};

/** The part of another member's profile next to the photos, for the opposite side and for staff. */
export function ProfileView({ profile, favorite, safety }: Props) {
  const { id, staff } = profile;
  return (
    <>
      {safety && <div className="absolute top-3 -right-2 z-2 md:top-0 md:right-0">{safety.menu}</div>}
      <div className="pt-4 md:pt-0">
        <Badges profile={profile} />
        {staff && <StaffInfo id={id} status={staff.status} />}
        {profile.isOppositeSide && (
          <div className="mt-3.5 flex flex-wrap gap-3 max-md:*:px-4 md:mt-5">
            {mayWriteTo(profile) && (
              <MessageLink memberId={id} needsUpgrade={profile.needsUpgrade} className="flex-[1.4] md:max-w-74.5">
                {messagingTexts.message}
              </MessageLink>
            )}
            {favorite}
          </div>
        )}
        {listTexts(profile).map((section) => (
          <TextSection key={section.title} {...section} />
        ))}
        <Facts profile={profile} />
        {safety && <div className="mt-4 border-t border-line pt-2 md:mt-5">{safety.report}</div>}
        {safety?.dialogs}
      </div>
    </>
  );
}

function Badges({ profile }: { profile: Profile }) {
  const { role, isVerified, isPremium, isPromoted } = profile;
  return (
    <div className="flex flex-wrap gap-1.5 md:gap-2">
      {isVerified && (
        <Chip text={verifiedWord(role)} tone="info" icon={<BadgeCheck aria-hidden strokeWidth={1.75} />} />
      )}
      {isPremium && <Chip text="Premium" tone="gold" icon={<Crown aria-hidden strokeWidth={1.75} />} />}
      <Chip text={accountTypeNames[role]} />
      {isPromoted && <Chip text={PROMOTED_LABEL} tone="gold" />}
      {listLabels(profile).map((label) => (
        <Chip key={label} text={label} tone="muted" />
      ))}
    </div>
  );
}

/** For staff: the state of the account, and a link to change it. */
function StaffInfo({ id, status }: { id: string; status: keyof typeof statusNames }) {
  return (
    <Alert tone={status === "active" ? "info" : "warning"} title="Visão da equipe" className="mt-4">
      Situação da conta: {statusNames[status]}.{" "}
      <TextLink to={`/admin/usuarios/editar/${id}`} className="inline-block py-1 text-inherit!">
        Editar usuário
      </TextLink>
    </Alert>
  );
}

function TextSection({ title, text }: { title: string; text: string }) {
  return (
    <section className="mt-4 border-t border-line pt-4 md:mt-5 md:pt-5">
      <h2 className="mb-2 text-18">{title}</h2>
      <LongText text={text} className="max-w-[60ch] leading-[1.6] wrap-break-word whitespace-pre-line" />
    </section>
  );
}

function Facts({ profile }: { profile: Profile }) {
  const { role, memberSince, distanceKm } = profile;
  const distance = distanceText(distanceKm);
  return (
    <dl className="mt-4 flex flex-wrap gap-x-6 gap-y-3 border-t border-line pt-4 md:mt-5 md:gap-x-10 md:pt-5 [&_dd]:mt-0.5 [&_dd]:font-medium [&_dt]:text-13">
      <Fact name="Tipo de conta">{accountTypeNames[role]}</Fact>
      <Fact name="Membro desde">{memberSince}</Fact>
      {distance !== undefined && <Fact name="Distância de você">{distance}</Fact>}
    </dl>
  );
}
