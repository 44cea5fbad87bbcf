import { BadgeCheck, Crown, Eye, MapPin, Pencil, Sparkles } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { Button } from "~/ui/basics/button.tsx";
import { Chip } from "~/ui/basics/chip.tsx";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { MemberPhoto } from "~/ui/members/member-photo.tsx";
import type { OwnProfile } from "./own-rules.ts";
import { ownTypeName, verifiedName } from "./own-texts.tsx";

const PORTRAIT = {
  ratio: 3 / 4,
  widths: [
    ["(min-width: 768px)", "168px"],
    ["", "104px"],
  ],
} as const;

type Props = {
  profile: OwnProfile;
  /** The hint about a wildcard city. */
  cityHint?: ReactNode;
  actions?: ReactNode;
};

/** The member's portrait, name, age, city and badges. */
export function OwnHead({ profile, cityHint, actions }: Props) {
  const { name, age, city, memberSince, photos } = profile;
  return (
    <header className="grid grid-cols-[min(6.5rem,30vw)_minmax(0,1fr)] content-start gap-x-4 gap-y-3.5 md:grid-rows-[auto_1fr] md:gap-y-5 md:grid-cols-[10.5rem_minmax(0,1fr)] md:gap-x-7">
      <div className="relative aspect-3/4 self-start overflow-hidden rounded-card md:row-span-2">
        <MemberPhoto
          key={photos[0]?.medium}
          photo={photos[0] ?? null}
          alt={`Foto de ${name}`}
          slot={PORTRAIT}
          isEager
        />
      </div>
      <div className="min-w-0 md:pt-3">
        <h1 className="text-28 wrap-break-word md:text-36 md:font-[520] md:tracking-[-0.02em]">
          {age === null ? name : `${name}, ${age}`}
        </h1>
        {city && (
          <p className="mt-1 flex items-center gap-1.5 text-muted">
            <MapPin aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
            <span className="min-w-0 wrap-break-word">{city.label}</span>
          </p>
        )}
        <p className="mt-0.5 text-14 text-muted">Membro desde {memberSince}</p>
        <Badges profile={profile} />
      </div>
      <div className="col-span-full grid content-start gap-3 empty:hidden md:col-span-1 md:col-start-2">
        {cityHint}
        {actions}
      </div>
    </header>
  );
}

function Badges({ profile }: { profile: OwnProfile }) {
  const { isVerified, isPremium, isHighlighted } = profile;
  return (
    <div className="mt-3 flex flex-wrap gap-1.5 md:gap-2">
      {isVerified && (
        <Chip text={verifiedName(profile)} tone="info" icon={<BadgeCheck aria-hidden strokeWidth={1.75} />} />
      )}
      {isPremium && <Chip text="Premium" tone="gold" icon={<Crown aria-hidden strokeWidth={1.75} />} />}
      {isHighlighted && <Chip text="Em Destaque" tone="gold" icon={<Sparkles aria-hidden strokeWidth={1.75} />} />}
      <Chip text={ownTypeName(profile)} className="max-md:hidden" />
    </div>
  );
}

type ActionProps = { onEdit: () => void; editRef: RefObject<HTMLButtonElement | null> };

export function OwnActions({ onEdit, editRef }: ActionProps) {
  return (
    <div className="flex flex-wrap gap-2 max-md:*:whitespace-normal">
      <Button ref={editRef} onClick={onEdit} className="max-md:w-full">
        <Pencil aria-hidden strokeWidth={1.75} />
        Editar Perfil
      </Button>
      <ButtonLink to={SEEN_BY_OTHERS} variant="outline" className="max-md:w-full">
        <Eye aria-hidden strokeWidth={1.75} />
        Ver como os outros veem
      </ButtonLink>
    </div>
  );
}

const SEEN_BY_OTHERS = "/perfil?ver=outros";
