import { Outlet } from "react-router";
import { GuestPage } from "~/features/shell/arrival/guest-page.tsx";
import { useIsFramed } from "~/features/shell/arrival/use-is-framed.ts";
import { useSession } from "~/platform/session.ts";
import { LazyPart, lazyPart } from "~/ui/states/lazy-part.tsx";

// Loaded when needed, so that guests, for whom these pages exist, do not load the members' bars.
const MemberFrame = lazyPart(() => import("./member-frame.tsx").then((file) => file.MemberFrame));
const AgeGateFrame = lazyPart(() => import("./age-gate-frame.tsx").then((file) => file.AgeGateFrame));

/** Public screens, with the bars of a member or of a guest. */
export default function PublicLayout() {
  const { user } = useSession();
  const isGated = user !== null && (user.ageGate === "entry" || user.lacksConsent || user.erasesAt !== null);
  const Frame = isGated ? AgeGateFrame : MemberFrame;
  const isFramed = useIsFramed(user ? Frame : undefined);
  const asGuest = (
    <GuestPage isMember={user !== null}>
      <Outlet />
    </GuestPage>
  );
  if (!isFramed) return asGuest;
  return (
    <LazyPart fallback={asGuest} isScreen>
      {isGated ? (
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
