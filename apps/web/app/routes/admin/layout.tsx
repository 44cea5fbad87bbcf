import { adminMessages } from "@caramelo/contract/texts/admin";
import { useState } from "react";
import { Outlet, useLocation } from "react-router";
import { SessionGate } from "~/features/accounts/gates/session-gate.tsx";
import { ProofDialog } from "~/features/accounts/proof/proof-dialog.tsx";
import { countDismissed, dismissalStore } from "~/features/moderation/staff/dismissals.ts";
import { UndoBar } from "~/features/moderation/staff/undo-bar.tsx";
import { PaletteLoading } from "~/features/shell/palette/palette-loading.tsx";
import { usePalette } from "~/features/shell/palette/use-palette.ts";
import { AdminNav } from "~/features/shell/staff/admin-nav.tsx";
import { findScreenPermission } from "~/features/shell/staff/admin-screens.ts";
import { useWaiting } from "~/features/statistics/use-waiting.ts";
import { useMember } from "~/platform/session.ts";
import { mayStaff } from "~/platform/staff.ts";
import { useStore } from "~/platform/store.ts";
import { useStaffRefusals } from "~/platform/use-staff-refusals.ts";
import { LazyPart, lazyPart, usePreload } from "~/ui/states/lazy-part.tsx";
import { ForbiddenState } from "~/ui/states/screen-state.tsx";

// Loaded when needed: each staff member sees it once.
const FirstFactor = lazyPart(() => import("./first-factor.tsx").then((file) => file.FirstFactor));
const OfficePalette = lazyPart(() => import("./palette.tsx").then((file) => file.OfficePalette));

/** The frame of the office. The server checks the permission on every call; this guard only hides the screens. */
export default function AdminLayout() {
  return (
    <SessionGate access="admin" loading={null}>
      <AdminFrame />
      <ProofDialog />
    </SessionGate>
  );
}

function AdminFrame() {
  const me = useMember();
  const isAllowed = !me.staff?.awaitsFactor;
  const waitingWork = useWaiting({
    isAllowed: mayStaff(me, "viewDashboard") && isAllowed,
    done: { reports: useStore(dismissalStore, countDismissed) },
  });
  const palette = usePalette({ isAllowed });
  usePreload(OfficePalette);
  return (
    <div className="grid flex-1 content-start md:grid-cols-[14rem_minmax(0,1fr)] md:content-stretch">
      <AdminNav waiting={waitingWork} onSearch={isAllowed ? palette.open : undefined} />
      {/* The padding lets the end of the page scroll clear of the bar at the foot, visible or not. */}
      <div className="min-w-0 px-4 pt-4 pb-28 md:px-8 md:pt-6 md:pb-20">
        <AdminScreen />
      </div>
      <UndoBar />
      {palette.isOpen && (
        <LazyPart fallback={<PaletteLoading onClose={palette.close} />} onFailure={palette.close}>
          <OfficePalette onClose={palette.close} />
        </LazyPart>
      )}
    </div>
  );
}

function AdminScreen() {
  useStaffRefusals();
  const me = useMember();
  const permission = findScreenPermission(useLocation().pathname);
  // Without the second factor the server allows nothing else, so its setup replaces every other screen. The setup stays
  // until the recovery codes are confirmed, although the session then already allows all screens.
  const [isFirst, setIsFirst] = useState(false);
  if (me.staff?.awaitsFactor && !isFirst) setIsFirst(true);
  if (isFirst)
    return (
      <LazyPart isScreen>
        <FirstFactor onDone={() => setIsFirst(false)} />
      </LazyPart>
    );
  if (permission !== undefined && !mayStaff(me, permission))
    return <ForbiddenState as="h1" {...adminMessages.screenForbidden} />;
  return <Outlet />;
}
