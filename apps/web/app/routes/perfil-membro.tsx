import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { Navigate, useLocation, useNavigate, useParams } from "react-router";
import { FavoriteButton } from "~/features/favorites/favorite-button.tsx";
import { ProfileFailed, ProfileSkeleton } from "~/features/profiles/profile-faces.tsx";
import { ProfileView } from "~/features/profiles/profile-view.tsx";
import { profileQuery } from "~/features/profiles/queries.ts";
import { pageTitle } from "~/features/shell/page-title.ts";
import type { ScreenHandle } from "~/features/shell/rules.ts";
import { useMember } from "~/platform/session.ts";
import { Button } from "~/ui/button.tsx";
import { cx } from "~/ui/cx.ts";

// No name in the tab: others may look over a shoulder.
export const meta = () => pageTitle("Perfil");
export const handle: ScreenHandle = {};

export default function MemberProfile() {
  const { id = "" } = useParams();
  const memberId = id.toLowerCase();
  return useMember().id === memberId ? <Navigate to="/perfil" replace /> : <Other key={memberId} id={memberId} />;
}

function Other({ id }: { id: string }) {
  const profile = useQuery(profileQuery(id));
  const goBack = useBack();
  return (
    <div className="mx-auto w-full max-w-[1280px] px-4 pb-10 md:px-8 md:pt-3">
      <Button
        variant="ghost"
        onClick={goBack}
        className={cx(
          "mb-3 -ml-5",
          profile.data && "max-md:hidden",
          profile.isPending && "max-md:absolute! max-md:z-1 max-md:mt-1.5",
        )}
      >
        <ArrowLeft aria-hidden strokeWidth={1.75} />
        Voltar
      </Button>
      {profile.isPending && <ProfileSkeleton />}
      {!profile.data && profile.isError && (
        <ProfileFailed error={profile.error} onRetry={() => void profile.refetch()} />
      )}
      {profile.data && (
        <ProfileView
          profile={profile.data}
          onBack={goBack}
          favorite={<FavoriteButton member={profile.data} look="button" className="flex-1 md:max-w-36" />}
        />
      )}
    </div>
  );
}

/** To where one came from; whoever opened the address directly goes to the search. */
function useBack(): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => void (key === "default" ? navigate("/busca") : navigate(-1));
}
