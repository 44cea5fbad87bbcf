import { memberMessages } from "@caramelo/contract/errors";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { Navigate, useLocation, useNavigate, useParams } from "react-router";
import { FavoriteButton } from "~/features/favorites/favorite-button.tsx";
import { ProfileFailed, ProfileSkeleton, ProfileUnnamed } from "~/features/profiles/profile-faces.tsx";
import { ProfileView } from "~/features/profiles/profile-view.tsx";
import { type Profile, profileQuery } from "~/features/profiles/queries.ts";
import { ReportButton, SafetyMenu } from "~/features/safety/safety-menu.tsx";
import { useSafety } from "~/features/safety/use-safety.tsx";
import { pageTitle } from "~/features/shell/page-title.ts";
import type { ScreenHandle } from "~/features/shell/rules.ts";
import { isApiError } from "~/platform/api.ts";
import { useMember } from "~/platform/session.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { cx } from "~/ui/cx.ts";

// No name in the tab: others may look over a shoulder.
export const meta = () => pageTitle("Perfil");
export const handle: ScreenHandle = {};

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
  // Blocked, suspended or gone since it was loaded: it is not theirs to see any longer.
  const isGone = isApiError(profile.error, "NOT_FOUND");
  const shown = isGone ? undefined : profile.data;
  return (
    <div className="mx-auto w-full max-w-[1280px] px-4 pb-10 md:px-8 md:pt-3">
      <Button
        variant="ghost"
        onClick={goBack}
        className={cx(
          "mb-3 -ml-5",
          shown && "max-md:hidden",
          profile.isPending && "max-md:absolute! max-md:z-1 max-md:mt-1.5",
        )}
      >
        <ArrowLeft aria-hidden strokeWidth={1.75} />
        Voltar
      </Button>
      {profile.isPending && <ProfileSkeleton />}
      {!shown && profile.isError && <ProfileFailed error={profile.error} onRetry={() => void profile.refetch()} />}
      {shown && <Shown profile={shown} isStale={profile.isRefetchError} onBack={goBack} />}
    </div>
  );
}

type ShownProps = { profile: Profile; isStale: boolean; onBack: () => void };

/** `isStale`: it was loaded before, and asking again failed, so nobody knows whether it is still a favourite. */
function Shown({ profile, isStale, onBack }: ShownProps) {
  const navigate = useNavigate();
  const { isAdmin } = useMember();
  const safety = useSafety(profile, () => void navigate("/busca", { replace: true }));
  const favorite = (
    <>
      <FavoriteButton member={profile} look="button" className="flex-1 md:max-w-36" />
      {isStale && (
        <Alert tone="warning" className="w-full">
          {memberMessages.favoriteStatusFailed}
        </Alert>
      )}
    </>
  );
  return (
    <>
      <ProfileView
        profile={profile}
        onBack={onBack}
        favorite={favorite}
        safety={
          isAdmin ? undefined : { menu: <SafetyMenu safety={safety} />, report: <ReportButton safety={safety} /> }
        }
      />
      {safety.dialogs}
    </>
  );
}

/** To where one came from; whoever opened the address directly goes to the search. */
function useBack(): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => void (key === "default" ? navigate("/busca") : navigate(-1));
}
