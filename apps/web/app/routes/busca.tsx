import type { ProfileCard as Card } from "@caramelo/contract/profiles";
import { memo, useState } from "react";
import { DiscoveryScreen } from "~/features/discovery/discovery-screen.tsx";
import { chooseOffer, type OfferKind } from "~/features/discovery/rules.ts";
import { FavoriteButton } from "~/features/favorites/favorite-button.tsx";
import { ProfileCard } from "~/features/profiles/profile-card.tsx";
import { pageTitle } from "~/features/shell/page-title.ts";
import type { ScreenHandle } from "~/features/shell/rules.ts";
import { useMember } from "~/platform/session.ts";
import { LazyPart, lazyPart, useIsInUse } from "~/ui/lazy-part.tsx";
import { ButtonLink } from "~/ui/link.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";

export const meta = () => pageTitle("Buscar");
export const handle: ScreenHandle = { title: "Buscar", hasOwnBand: true, isWide: true };

export default function Discovery() {
  const me = useMember();
  const [offer] = useState(() => chooseOffer(me));
  return (
    <DiscoveryScreen
      me={me}
      renderCard={(profile, isEager) => <MeetableCard profile={profile} isEager={isEager} mayContact={!me.isAdmin} />}
      renderOffer={offer && ((look) => <Offer kind={offer} look={look} />)}
      emptyAction={<ButtonLink to="/perfil">Completar meu perfil</ButtonLink>}
    />
  );
}

const OwnHint = lazyPart(() => import("~/features/profiles/own-hint.tsx").then((file) => file.OwnHint));
const Banner = lazyPart(() => import("~/features/discovery/discovery-banner.tsx").then((file) => file.DiscoveryBanner));

/** What is offered beside the profiles: on the first day nothing for money, but a hint about the member's own profile. */
function Offer({ kind, look }: { kind: OfferKind; look: "column" | "strip" }) {
  const isInUse = useIsInUse();
  const fallback = look === "strip" && <Skeleton className="h-28 rounded-card! md:h-20" />;
  if (!isInUse) return fallback;
  return (
    <LazyPart isQuiet fallback={fallback}>
      {kind === "profile" ? <OwnHint look={look} placeholder={fallback} /> : <Banner kind={kind} look={look} />}
    </LazyPart>
  );
}

type CardProps = { profile: Card; isEager: boolean; mayContact: boolean };

// Memoized: a list of hundreds grows by pages, and only one card at a time changes.
const MeetableCard = memo(function MeetableCard({ profile, isEager, mayContact }: CardProps) {
  const favorite = (
    <FavoriteButton member={profile} look="photo" className={profile.isFavorite ? undefined : "shown-on-hover"} />
  );
  return <ProfileCard profile={profile} isEager={isEager} mayContact={mayContact} favorite={favorite} />;
});
