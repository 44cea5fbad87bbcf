import { ArrowLeft, BadgeCheck, Crown, MapPin, MessageCircle } from "lucide-react";
import type { ReactNode } from "react";
import { Alert } from "~/ui/alert.tsx";
import { Chip } from "~/ui/chip.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { ButtonLink } from "~/ui/link.tsx";
import { PresenceTag } from "~/ui/presence-tag.tsx";
import { ProfileGallery } from "./profile-gallery.tsx";
import type { Profile } from "./queries.ts";
import {
  accountTypeNames,
  chatPath,
  distanceText,
  listLabels,
  mayWriteTo,
  PROMOTED_LABEL,
  statusNames,
  verifiedWord,
} from "./rules.ts";
import { WildcardLabel } from "./wildcard-label.tsx";

type Props = {
  profile: Profile;
  onBack: () => void;
  /** The favourite toggle with its word. */
  favorite: ReactNode;
  /** What can be done about this member: a menu for the corner, and the report as a button of its own. */
  safety?: { menu: ReactNode; report: ReactNode } | undefined;
};

/** Another member, as the opposite side or the team sees them. */
export function ProfileView({ profile, onBack, favorite, safety }: Props) {
  const { id, name, photos, bio, lookingFor, staff } = profile;
  return (
    <article
      data-member-id={id}
      className="relative grid grid-cols-[minmax(0,1fr)] md:grid-cols-[20rem_minmax(0,1fr)] md:grid-rows-[auto_1fr] md:gap-x-8 lg:grid-cols-[clamp(18rem,(100dvh-20rem)*0.75,24.5rem)_minmax(0,1fr)] lg:gap-x-12"
    >
      <div className="max-md:-mx-4 max-md:[grid-area:1/1] md:row-span-2">
        <ProfileGallery name={name} photos={photos}>
          <IconButton look="photo" label="Voltar" onClick={onBack} className="absolute! top-1.5 left-2 md:hidden!">
            <ArrowLeft aria-hidden strokeWidth={1.75} />
          </IconButton>
        </ProfileGallery>
      </div>
      <Head profile={profile} />
      {safety && <div className="absolute top-1.5 -right-2 z-2 md:top-0 md:right-0">{safety.menu}</div>}
      <div className="pt-4 md:pt-0">
        <Facets profile={profile} />
        {staff && <StaffNote status={staff.status} />}
        {profile.isOppositeSide && (
          <div className="mt-3.5 flex flex-wrap gap-3 md:mt-5">
            {mayWriteTo(profile) && (
              <ButtonLink to={chatPath(id)} size="large" className="flex-[1.4] md:max-w-74.5">
                <MessageCircle aria-hidden strokeWidth={1.75} />
                Mensagem
              </ButtonLink>
            )}
            {favorite}
          </div>
        )}
        <Words title="Sobre" text={bio} />
        <Words title="O que busca" text={lookingFor} />
        <Facts profile={profile} />
        {safety && <div className="mt-4 border-t border-line pt-2 md:mt-5">{safety.report}</div>}
      </div>
    </article>
  );
}

/** On phones it stands on the photo, beside it from 768 px on. */
function Head({ profile }: { profile: Profile }) {
  const { name, age, city, presence, isWildcardCity } = profile;
  return (
    <header className="pointer-events-none z-1 self-end pb-4 max-md:bg-profile-foot max-md:-mx-4 max-md:pt-20 max-md:pr-20 max-md:pl-4 max-md:text-on-photo max-md:[grid-area:1/1] md:self-start md:pr-14">
      <PresenceTag presence={presence} onPhoto className="md:hidden!" />
      <PresenceTag presence={presence} className="max-md:hidden!" />
      <h1 className="mt-0.5 mb-0.5 text-28 wrap-break-word md:mt-1.5 md:mb-1 md:text-36 md:font-[520] md:tracking-[-0.02em]">
        {name}, {age}
      </h1>
      <p className="flex items-center gap-1.5 md:text-muted">
        <MapPin aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
        <span className="min-w-0 wrap-break-word">{city}</span>
      </p>
      {isWildcardCity && <WildcardLabel className="pointer-events-auto -mt-2! max-md:text-on-photo!" />}
    </header>
  );
}

function Facets({ profile }: { profile: Profile }) {
  const { role, isVerified, isPremium, isPromoted } = profile;
  return (
    <div className="flex flex-wrap gap-1.5 md:gap-2">
      {isVerified && (
        <Chip tone="info" icon={<BadgeCheck aria-hidden strokeWidth={1.75} />}>
          {verifiedWord(role)}
        </Chip>
      )}
      {isPremium && (
        <Chip tone="gold" icon={<Crown aria-hidden strokeWidth={1.75} />}>
          Premium
        </Chip>
      )}
      <Chip>{accountTypeNames[role]}</Chip>
      {isPromoted && <Chip tone="gold">{PROMOTED_LABEL}</Chip>}
      {listLabels(profile).map((label) => (
        <Chip key={label} className="text-muted!">
          {label}
        </Chip>
      ))}
    </div>
  );
}

function StaffNote({ status }: { status: keyof typeof statusNames }) {
  return (
    <Alert tone={status === "active" ? "info" : "warning"} title="Visão da equipe" className="mt-4">
      Situação da conta: {statusNames[status]}
    </Alert>
  );
}

function Words({ title, text }: { title: string; text: string }) {
  return (
    <section className="mt-4 border-t border-line pt-4 md:mt-5 md:pt-5">
      <h2 className="mb-2 text-18">{title}</h2>
      <p className="max-w-[60ch] leading-[1.6] wrap-break-word whitespace-pre-line">{text}</p>
    </section>
  );
}

function Facts({ profile }: { profile: Profile }) {
  const { role, memberSince, distanceKm } = profile;
  const distance = distanceText(distanceKm);
  return (
    <dl className="mt-4 flex flex-wrap gap-x-6 gap-y-3 border-t border-line pt-4 md:mt-5 md:gap-x-10 md:pt-5">
      <Fact name="Tipo de conta" value={accountTypeNames[role]} />
      <Fact name="Membro desde" value={String(memberSince)} />
      {distance !== undefined && <Fact name="Distância" value={distance} />}
    </dl>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-13 text-muted">{name}</dt>
      <dd className="mt-0.5 font-medium">{value}</dd>
    </div>
  );
}
