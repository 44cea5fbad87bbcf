import { FavoriteButton } from "~/features/favorites/favorite-button.tsx";
import { ProfileCard } from "~/features/profiles/card/profile-card.tsx";
import type { ScreenHandle } from "~/features/shell/rules.ts";
import { pageTitle } from "~/features/shell/screen/page-title.ts";
import { VisitsList } from "~/features/visits/visits-list.tsx";
import { useMember } from "~/platform/session.ts";

export const meta = () => pageTitle("Visitas");
export const handle: ScreenHandle = { title: "Visitas", isWide: true };

export default function Visits() {
  const { isAdmin } = useMember();
  return (
    <div className="mx-auto w-full max-w-shell px-4 pt-4 pb-10 md:px-8 md:pt-5">
      <VisitsList
        renderCard={(profile) => (
          <ProfileCard
            profile={profile}
            mayContact={!isAdmin}
            favorite={
              <FavoriteButton
                member={profile}
                look="photo"
                className={profile.isFavorite ? undefined : "shown-on-hover"}
              />
            }
          />
        )}
      />
    </div>
  );
}
