import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { CityField } from "~/features/accounts/city-field.tsx";
import { DeactivateSection } from "~/features/accounts/deactivate-section.tsx";
import { GalleryEditor } from "~/features/photos/gallery-editor.tsx";
import { OwnProfileFailed, OwnProfileSkeleton } from "~/features/profiles/own-faces.tsx";
import { BackButton, OwnProfile, StaffProfile } from "~/features/profiles/own-profile.tsx";
import { ProfileFailed, ProfileSkeleton } from "~/features/profiles/profile-faces.tsx";
import { ProfileView } from "~/features/profiles/profile-view.tsx";
import { ownProfileQuery, profileQuery, useOwnPhotos } from "~/features/profiles/queries.ts";
import { pageTitle } from "~/features/shell/page-title.ts";
import type { ScreenHandle } from "~/features/shell/rules.ts";
import { useMember } from "~/platform/session.ts";
import { Alert } from "~/ui/alert.tsx";
import { cx } from "~/ui/cx.ts";

export const meta = () => pageTitle("Meu Perfil");
export const handle: ScreenHandle = {};

/** One's own profile; with `?ver=outros` as others see it. */
export default function OwnProfileScreen() {
  const { id, isAdmin } = useMember();
  const [address] = useSearchParams();
  const goBack = useBack();
  const isSeenByOthers = address.get("ver") === "outros" && !isAdmin;
  return (
    <div className="mx-auto w-full max-w-[1280px] px-4 pt-1 pb-10 md:px-8 md:pt-3">
      <BackButton onBack={goBack} className={cx(isSeenByOthers && "max-md:hidden")} />
      {isSeenByOthers ? <SeenByOthers id={id} onBack={goBack} /> : <Own />}
    </div>
  );
}

function Own() {
  const profile = useQuery(ownProfileQuery);
  const store = useOwnPhotos();
  if (profile.isPending) return <OwnProfileSkeleton />;
  if (!profile.data) return <OwnProfileFailed error={profile.error} onRetry={() => void profile.refetch()} />;
  if (profile.data.role === "admin") return <StaffProfile profile={profile.data} />;
  return (
    <OwnProfile
      profile={profile.data}
      renderCity={(field) => <CityField {...field} />}
      gallery={<GalleryEditor photos={profile.data.photos} store={store} />}
      farewell={<DeactivateSection className="mt-3 border-t border-line pt-4" />}
    />
  );
}

function SeenByOthers({ id, onBack }: { id: string; onBack: () => void }) {
  const profile = useQuery(profileQuery(id));
  if (profile.isPending) return <ProfileSkeleton />;
  if (!profile.data) return <ProfileFailed error={profile.error} onRetry={() => void profile.refetch()} />;
  return (
    <>
      <Alert className="my-4 md:mt-0">É assim que os outros veem seu perfil</Alert>
      {/* How far one lives from oneself is not what others read there. */}
      <ProfileView profile={{ ...profile.data, distanceKm: null }} onBack={onBack} favorite={null} />
    </>
  );
}

/** To where one came from; whoever opened the address directly goes to the search. */
function useBack(): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => void (key === "default" ? navigate("/busca") : navigate(-1));
}
