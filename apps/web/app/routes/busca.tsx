import type { ProfileCard as Card } from "@caramelo/contract/profiles";
import { memo, useState } from "react";
import { useLocation } from "react-router";
import { DiscoveryBanner } from "~/features/discovery/discovery-banner.tsx";
import { DiscoveryGrid } from "~/features/discovery/discovery-grid.tsx";
import { chooseBanner } from "~/features/discovery/rules.ts";
import { seedOfVisit } from "~/features/discovery/visit.ts";
import { FavoriteButton } from "~/features/favorites/favorite-button.tsx";
import { ProfileCard } from "~/features/profiles/profile-card.tsx";
import { pageTitle } from "~/features/shell/page-title.ts";
import type { ScreenHandle } from "~/features/shell/rules.ts";
import { useMember } from "~/platform/session.ts";
import { ButtonLink } from "~/ui/link.tsx";

export const meta = () => pageTitle("Buscar");
export const handle: ScreenHandle = { title: "Buscar", isTitleQuiet: true };

export default function Discovery() {
  const { key } = useLocation();
  return <Visit key={key} entry={key} />;
}

function Visit({ entry }: { entry: string }) {
  const me = useMember();
  const [seed] = useState(() => seedOfVisit(entry));
  const banner = chooseBanner(me);
  return (
    <div className="mx-auto w-full max-w-[1280px] px-4 pt-4 pb-10 md:px-8 md:pt-5">
      <DiscoveryGrid
        question={{ seed }}
        renderCard={(profile, isEager) => <MeetableCard profile={profile} isEager={isEager} mayMeet={!me.isAdmin} />}
        banner={banner && <DiscoveryBanner kind={banner} />}
        emptyAction={<ButtonLink to="/perfil">Ver meu perfil</ButtonLink>}
      />
    </div>
  );
}

type CardProps = { profile: Card; isEager: boolean; mayMeet: boolean };

// Kept as drawn: a list of hundreds grows by pages, and one card at a time changes.
const MeetableCard = memo(function MeetableCard({ profile, isEager, mayMeet }: CardProps) {
  const favorite = (
    <FavoriteButton member={profile} look="photo" className={profile.isFavorite ? undefined : "shown-on-hover"} />
  );
  return <ProfileCard profile={profile} isEager={isEager} mayMeet={mayMeet} favorite={favorite} />;
});
