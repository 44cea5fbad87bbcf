import type { ProfileCard as Card } from "@caramelo/contract/profiles/calls";
import { useQueryClient } from "@tanstack/react-query";
import { BadgeCheck, Crown } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { cutCardName, distanceText, verifiedWord } from "../rules.ts";
import { WildcardInfo } from "../wildcard-label.tsx";
import { findPhotoAt, growFrom, MAY_GROW } from "./grow-from.ts";
import { keepOpenedCard } from "./opened-card-queries.ts";

/**
 * The lines on the photo of a card: who the member is, and where. `children` and (on phones) the label go above them. A
 * grid row positions them instead of `order`, because Firefox paints by `order` and the card's link would cover them.
 */
export function CardFoot({ profile, label, children }: { profile: Card; label: ReactNode; children?: ReactNode }) {
  const { city, distanceKm } = profile;
  return (
    <div className="bg-photo-foot grid grid-cols-[minmax(0,1fr)] px-2.75 pb-2.25 md:gap-px md:px-3.5 md:pb-3">
      <NameLine profile={profile} />
      <p className="flex min-w-0 items-center gap-1 text-13 text-on-photo-soft md:text-14">
        <span className="min-w-0 truncate">{city}</span>
        {distanceKm ? <span className="shrink-0">· {distanceText(distanceKm)}</span> : null}
        {profile.isWildcardCity && <WildcardInfo />}
      </p>
      {label && <div className="col-start-1 row-start-1 h-0 max-md:relative">{label}</div>}
      {children && <div className="relative col-start-1 row-start-1 -mx-2.75 h-0 md:-mx-3.5">{children}</div>}
    </div>
  );
}

const MARK = "ml-1 inline-block size-4 align-[-0.15em] md:ml-1.5 md:size-4.5";

/** Breaks within a name too long for one line, but never between age and badges. */
function NameLine({ profile }: { profile: Card }) {
  const { id, name, age, role, isVerified, isPremium } = profile;
  const client = useQueryClient();
  return (
    <h2 className="min-w-0 text-16 leading-[1.3] font-[560] tracking-[-0.015em] whitespace-nowrap md:text-[1.25rem]">
      <Link
        to={`/perfil/${id}`}
        viewTransition={MAY_GROW}
        onClick={({ currentTarget, detail }) => {
          keepOpenedCard(client, { card: profile, photoAt: findPhotoAt(currentTarget) });
          // A key press has no pointer, so its click count (`detail`) is 0.
          growFrom(currentTarget, id, detail === 0);
        }}
        className="focus-inset-on-photo after:absolute after:inset-0 after:rounded-card"
      >
        <span className="sr-only">{`${name}, ${age} anos`}</span>
        <span aria-hidden>
          <span className="wrap-anywhere whitespace-normal">{`${cutCardName(name)}, `}</span>
          <span>{age}</span>
        </span>
      </Link>
      {isVerified && (
        <BadgeCheck
          role="img"
          aria-label={verifiedWord(role)}
          className={`${MARK} text-photo-info`}
          strokeWidth={1.75}
        />
      )}
      {isPremium && <Crown role="img" aria-label="Premium" className={`${MARK} text-photo-gold`} strokeWidth={1.75} />}
    </h2>
  );
}
