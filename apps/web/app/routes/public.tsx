import { Outlet } from "react-router";
import { GuestPage } from "~/features/shell/arrival/guest-page.tsx";
import { useSession } from "~/platform/session.ts";
import { LazyPart, lazyPart } from "~/ui/states/lazy-part.tsx";

// Loaded when needed, so that guests, for whom these pages are written, do not load the members' bars.
const MemberFrame = lazyPart(() => import("./member-frame.tsx").then((file) => file.MemberFrame));
const AgeGateFrame = lazyPart(() => import("./age-gate-frame.tsx").then((file) => file.AgeGateFrame));

/** Screens for everybody, with the bars of a member or of a guest. */
export default function PublicLayout() {
  const { user } = useSession();
  const asGuest = (
    <GuestPage>
      <Outlet />
    </GuestPage>
  );
  if (!user) return asGuest;
  return (
    <LazyPart fallback={asGuest} isScreen>
      {user.ageGate === "entry" || user.lacksConsent || user.erasesAt ? (
        <AgeGateFrame isPublic>
          <Outlet />
        </AgeGateFrame>
      ) : (
        <MemberFrame>
          <Outlet />
        </MemberFrame>
      )}
    </LazyPart>
  );
}
