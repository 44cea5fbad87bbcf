import { favoriteTexts } from "@caramelo/contract/texts/favorites";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { Navigate, useNavigate, useParams } from "react-router";
import { FavoriteButton } from "~/features/favorites/favorite-button.tsx";
import { findOpenedCard } from "~/features/profiles/card/opened-card-queries.ts";
import { type Profile, profileQuery } from "~/features/profiles/queries.ts";
import { PhotosFoot } from "~/features/profiles/view/photos-foot.tsx";
import { ProfileFrame } from "~/features/profiles/view/profile-frame.tsx";
import {
  ProfileFailed,
  ProfileRestSkeleton,
  ProfileSkeleton,
  ProfileUnnamed,
} from "~/features/profiles/view/profile-states.tsx";
import { ProfileView } from "~/features/profiles/view/profile-view.tsx";
import { ReportButton, SafetyMenu } from "~/features/safety/safety-menu.tsx";
import { useSafety } from "~/features/safety/use-safety.tsx";
import type { ScreenHandle } from "~/features/shell/rules.ts";
import { pageTitle } from "~/features/shell/screen/page-title.ts";
import { useVisit } from "~/features/visits/use-visit.ts";
import { isApiError } from "~/platform/api.ts";
import { useMember } from "~/platform/session.ts";
import { useBack } from "~/platform/use-back.ts";
import { Button } from "~/ui/basics/button.tsx";
import { cx } from "~/ui/basics/cx.ts";
import { Alert } from "~/ui/states/alert.tsx";

// The title contains no name, because other people may see the screen.
export const meta = () => pageTitle("Perfil");
// `hasOwnBand` is set, but no band is rendered: without a heading it would only repeat links of the avatar's menu.
export const handle: ScreenHandle = { hasOwnBand: true };

export default function MemberProfile() {
  const { id = "" } = useParams();
  const me = useMember();
  const memberId = id.trim().toLowerCase();
  if (!memberId) return <ProfileUnnamed />;
  return me.id === memberId ? <Navigate to="/perfil" replace /> : <Other key={memberId} id={memberId} />;
}

function Other({ id }: { id: string }) {
  const profile = useQuery(profileQuery(id));
  const goBack = useBack();
  // The live event of a block may arrive before its answer and reload the profile, which is then not found. The screen
  // with the dialog stays until the viewer has left it.
  const [isBlocking, setIsBlocking] = useState(false);
  // The member blocked the viewer, was suspended or left, possibly after the profile was loaded, which must then be
  // hidden.
  const isGone = isApiError(profile.error, "NOT_FOUND") && !isBlocking;
  const shownProfile = isGone ? undefined : profile.data;
  const openedCard = findOpenedCard(useQueryClient(), id);
  const card = openedCard?.card;
  const person = shownProfile ?? (profile.isPending ? card : undefined);
  return (
    <div className="mx-auto w-full max-w-shell px-4 pb-10 md:px-8 md:pt-3">
      <Button
        variant="ghost"
        onClick={goBack}
        className={cx(
          "mb-3 -ml-5",
          person && "max-md:hidden",
          profile.isPending && "max-md:absolute max-md:z-1 max-md:mt-1.5",
        )}
      >
        <ArrowLeft aria-hidden strokeWidth={1.75} />
        Voltar
      </Button>
      {profile.isPending && !person && <ProfileSkeleton />}
      {!shownProfile && profile.isError && (
        <ProfileFailed error={profile.error} onRetry={() => void profile.refetch()} />
      )}
      {person && (
        <ProfileFrame
          person={person}
          photos={shownProfile?.photos ?? (card?.photo ? [card.photo] : [])}
          startPhoto={openedCard?.photoAt}
          photosFoot={
            shownProfile && (
              <PhotosFoot profile={shownProfile} heart={<FavoriteButton member={shownProfile} look="photo" />} />
            )
          }
          onBack={goBack}
        >
          {shownProfile ? (
            <Shown profile={shownProfile} isStale={profile.isRefetchError && !isBlocking} onBlocking={setIsBlocking} />
          ) : (
            <ProfileRestSkeleton />
          )}
        </ProfileFrame>
      )}
    </div>
  );
}

type ShownProps = { profile: Profile; isStale: boolean; onBlocking: (isBlocking: boolean) => void };

/** `isStale`: the profile was loaded but reloading failed, so the favourite state may be out of date. */
function Shown({ profile, isStale, onBlocking }: ShownProps) {
  const navigate = useNavigate();
  const { isAdmin } = useMember();
  useVisit(isAdmin ? undefined : profile.id);
  const onBlocked = () => void navigate("/busca", { replace: true });
  const safety = useSafety(profile, { onBlocked, onBlocking });
  const favorite = (
    <>
      <FavoriteButton member={profile} look="button" className="flex-1 md:max-w-36" />
      {isStale && (
        <Alert tone="warning" className="w-full">
          {favoriteTexts.favoriteStatusFailed}
        </Alert>
      )}
    </>
  );
  return (
    <ProfileView
      profile={profile}
      favorite={favorite}
      safety={
        isAdmin
          ? undefined
          : { menu: <SafetyMenu safety={safety} />, report: <ReportButton safety={safety} />, dialogs: safety.dialogs }
      }
    />
  );
}
