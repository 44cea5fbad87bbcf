import type { ProfileCard as Card } from "@caramelo/contract/profiles";
import { BadgeCheck, Crown, MessageCircle } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { MemberPhoto } from "~/ui/member-photo.tsx";
import { PresenceTag } from "~/ui/presence-tag.tsx";
import { chatPath, cutCardName, listLabels, PROMOTED_LABEL, verifiedWord } from "./rules.ts";
import { WildcardLabel } from "./wildcard-label.tsx";

type Props = {
  profile: Card;
  /** Its photo is seen when the screen opens. */
  isEager?: boolean;
  /** The viewer may meet members: admins only look. */
  mayMeet: boolean;
  /** The favourite toggle, in its look for photographs. */
  favorite: ReactNode;
};

const PLACE = {
  ratio: 3 / 4,
  widths: [
    ["(min-width: 1280px)", "231px"],
    ["(min-width: 768px)", "33vw"],
    ["", "50vw"],
  ],
} as const;

/** A member in a list: the photo fills the card, the whole card leads to the profile. */
export function ProfileCard({ profile, isEager = false, mayMeet, favorite }: Props) {
  const { id, photo, isPromoted, isManaged, name } = profile;
  return (
    <article
      data-member-id={id}
      className="group relative isolate flex aspect-3/4 flex-col justify-end overflow-hidden rounded-card text-on-photo [content-visibility:auto]"
    >
      <MemberPhoto photo={photo} alt="" place={PLACE} isEager={isEager} className="-z-1" />
      <Foot profile={profile} />
      {isPromoted && <PromotedMark />}
      {mayMeet && (
        <div className="absolute top-px right-px grid md:top-1.5 md:right-1.5">
          {favorite}
          {!isManaged && <MessageLink id={id} name={name} />}
        </div>
      )}
    </article>
  );
}

function PromotedMark() {
  return (
    <>
      <span
        aria-hidden
        className="absolute inset-0 rounded-card shadow-[inset_0_0_0_2px_#e3bc62] pointer-events-none"
      />
      <span className="pointer-events-none absolute top-2 left-2 rounded-[8px] bg-dusk-button px-1.75 text-13 leading-6 font-semibold text-[#5f4300] md:top-2.5 md:left-2.5 md:px-2.25 md:leading-6.5">
        {PROMOTED_LABEL}
      </span>
    </>
  );
}

function MessageLink({ id, name }: { id: string; name: string }) {
  const label = `Enviar mensagem para ${name}`;
  return (
    <Link
      to={chatPath(id)}
      title={label}
      className="shown-on-hover grid size-11 place-items-center rounded-control text-white focus-on-photo"
    >
      <span className="sr-only">{label}</span>
      <span className="grid size-8.5 place-items-center rounded-full bg-night/60 backdrop-blur-sm md:size-9">
        <MessageCircle aria-hidden className="size-5" strokeWidth={1.75} />
      </span>
    </Link>
  );
}

function Foot({ profile }: { profile: Card }) {
  const { presence, city, isWildcardCity } = profile;
  return (
    <div className="bg-photo-foot flex flex-col items-start gap-px px-2.75 pb-2.75 md:gap-0.75 md:px-3.5 md:pb-3.5">
      {presence !== "offline" && <PresenceTag presence={presence} onPhoto />}
      <NameLine profile={profile} />
      <p className="max-w-full truncate text-13 text-on-photo-soft md:text-14">{city}</p>
      {isWildcardCity && <WildcardLabel onPhoto className="z-1" />}
      {listLabels(profile).map((label) => (
        <p key={label} className="max-w-full truncate text-13 text-on-photo-soft">
          {label}
        </p>
      ))}
    </div>
  );
}

function NameLine({ profile }: { profile: Card }) {
  const { id, name, age, role, isVerified, isPremium } = profile;
  return (
    <h2 className="flex max-w-full items-center gap-1.25 text-[1.0625rem] leading-[1.2] font-[560] tracking-[-0.01em] md:gap-1.5 md:text-[1.25rem]">
      <Link
        to={`/perfil/${id}`}
        className="focus-inset-on-photo min-w-0 after:absolute after:inset-0 after:rounded-card"
      >
        <span className="sr-only">{`${name}, ${age} anos`}</span>
        <span aria-hidden className="flex">
          <span className="truncate">{cutCardName(name)}</span>
          <span className="shrink-0">, {age}</span>
        </span>
      </Link>
      {isVerified && (
        <BadgeCheck
          role="img"
          aria-label={verifiedWord(role)}
          className="size-4 shrink-0 text-photo-info md:size-4.5"
          strokeWidth={1.75}
        />
      )}
      {isPremium && (
        <Crown
          role="img"
          aria-label="Premium"
          className="size-4 shrink-0 text-photo-gold md:size-4.5"
          strokeWidth={1.75}
        />
      )}
    </h2>
  );
}
