import { lazy, Suspense } from "react";
import { Outlet } from "react-router";
import { GuestPage } from "~/features/shell/guest-page.tsx";
import { useSession } from "~/platform/session.ts";
import { LoadingScreen } from "~/ui/loading-screen.tsx";

// Strangers, who these pages are written for, never load the members' bars.
const MemberFrame = lazy(() => import("./member-frame.tsx").then((file) => ({ default: file.MemberFrame })));

/** Screens for everybody, inside the bars of whoever reads them. */
export default function PublicLayout() {
  const { user } = useSession();
  if (!user) {
    return (
      <GuestPage>
        <Outlet />
      </GuestPage>
    );
  }
  return (
    <Suspense fallback={<LoadingScreen />}>
      <MemberFrame>
        <Outlet />
      </MemberFrame>
    </Suspense>
  );
}
