import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { DeactivateSection } from "~/features/accounts/settings/deactivate-section.tsx";
import { GalleryEditor } from "~/features/photos/gallery/gallery-editor.tsx";
import { BackButton, OwnProfile, StaffProfile } from "~/features/profiles/own/own-profile.tsx";
import { ownProfileQuery } from "~/features/profiles/own/own-profile-queries.ts";
import { OwnProfileFailed, OwnProfileSkeleton } from "~/features/profiles/own/own-profile-states.tsx";
import { profileQuery, useOwnPhotos } from "~/features/profiles/queries.ts";
import { ProfileFrame } from "~/features/profiles/view/profile-frame.tsx";
import { ProfileFailed, ProfileSkeleton } from "~/features/profiles/view/profile-states.tsx";
import { ProfileView } from "~/features/profiles/view/profile-view.tsx";
import type { ScreenHandle } from "~/features/shell/rules.ts";
import { pageTitle } from "~/features/shell/screen/page-title.ts";
import { useMember } from "~/platform/session.ts";
import { useBack } from "~/platform/use-back.ts";
import { Alert } from "~/ui/states/alert.tsx";
import { lazyPart, usePreload } from "~/ui/states/lazy-part.tsx";

const CityField = lazyPart(() => import("~/ui/forms/city-field.tsx").then((file) => file.CityField));

export const meta = () => pageTitle("Meu Perfil");
// `hasOwnBand` is set, but no band is rendered: without a heading it would only repeat links of the avatar's menu.
export const handle: ScreenHandle = { hasOwnBand: true };

/** The member's own profile. With `?ver=outros` it shows the view of others. */
export default function OwnProfileScreen() {
  const { id, isAdmin } = useMember();
  const [address] = useSearchParams();
  const goBack = useBack();
  const isSeenByOthers = address.get("ver") === "outros" && !isAdmin;
  return (
    <div className="mx-auto w-full max-w-shell px-4 pt-4 pb-10 md:px-8 md:pt-3">
      {/* Hidden on phones: there the screen belongs to a tab of the bottom bar, and in the view of others the photo
          has a back button. */}
      <BackButton onBack={goBack} className="max-md:hidden" />
      {isSeenByOthers ? <SeenByOthers id={id} onBack={goBack} /> : <Own />}
    </div>
  );
}

function Own() {
  usePreload(CityField);
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
      deactivation={<DeactivateSection className="mt-3 border-t border-line pt-4" />}
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
      <ProfileFrame person={profile.data} photos={profile.data.photos} onBack={onBack}>
        {/* Omit the distance, because it would be the member's own. */}
        <ProfileView profile={{ ...profile.data, distanceKm: null }} favorite={null} />
      </ProfileFrame>
    </>
  );
}
