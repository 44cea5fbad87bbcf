import type { ProfileCard as Card } from "@caramelo/contract/profiles/calls";
import { memo, useState } from "react";
import { DiscoveryBanner } from "~/features/discovery/discovery-banner.tsx";
import { DiscoveryScreen } from "~/features/discovery/discovery-screen.tsx";
import { chooseOffer, type OfferKind } from "~/features/discovery/rules.ts";
import { FavoriteButton } from "~/features/favorites/favorite-button.tsx";
import { ProfileCard } from "~/features/profiles/card/profile-card.tsx";
import { OwnHint } from "~/features/profiles/hint/own-hint.tsx";
import type { ScreenHandle } from "~/features/shell/rules.ts";
import { pageTitle } from "~/features/shell/screen/page-title.ts";
import { useMember } from "~/platform/session.ts";
import { ButtonLink } from "~/ui/basics/link.tsx";

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

/**
 * The offer next to the profiles. Newcomers get a hint about their profile instead of a sale. The code loads with the
 * screen, so that its space is never empty.
 */
function Offer({ kind, look }: { kind: OfferKind; look: "column" | "strip" }) {
  return kind === "profile" ? <OwnHint look={look} /> : <DiscoveryBanner kind={kind} look={look} />;
}

type CardProps = { profile: Card; isEager: boolean; mayContact: boolean };

// Memoized, because a list of hundreds of cards grows page by page and usually only one card changes.
const MeetableCard = memo(function MeetableCard({ profile, isEager, mayContact }: CardProps) {
  const favorite = (
    <FavoriteButton member={profile} look="photo" className={profile.isFavorite ? undefined : "shown-on-hover"} />
  );
  return <ProfileCard profile={profile} isEager={isEager} mayContact={mayContact} favorite={favorite} />;
});
