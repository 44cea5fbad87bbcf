import { type ReactNode, useEffect } from "react";
import { Navigate, useLocation, useMatches } from "react-router";
import { AgeGateBar, HiddenNotice } from "~/features/shell/age-gate/age-gate-bar.tsx";
import { findOwnStart, isOpenBeforeAge } from "~/features/shell/age-gate/age-gate-rules.ts";
import { findHandle } from "~/features/shell/rules.ts";
import { Footer } from "~/features/shell/screen/footer.tsx";
import { CONTENT, SkipLink } from "~/features/shell/skip-link.tsx";
import { openLive } from "~/platform/live.ts";
import { MemberQueries } from "~/platform/member-queries.tsx";
import { refresh } from "~/platform/refresh.ts";
import { refreshSession, useMember } from "~/platform/session.ts";

type Props = {
  /** The screen is public, so it stays open. */
  isPublic?: boolean;
  children: ReactNode;
};

/**
 * The frame for a member whose age must be assured before entry, or who has withdrawn the consent to sensitive data.
 * Shows only screens with the member's own data, and redirects from others to where the member resolves this; the
 * server refuses the calls of those screens, too.
 */
export function AgeGateFrame({ isPublic = false, children }: Props) {
  const { pathname } = useLocation();
  const { lacksConsent, erasesAt } = useMember();
  // The server ends the live connections of hidden members.
  const mayListen = !lacksConsent && !erasesAt;
  useEffect(() => (mayListen ? listenToOwn() : undefined), [mayListen]);
  const isShown = isPublic || isOpenBeforeAge(pathname);
  const { title, hasOwnBand } = findHandle(useMatches());
  return (
    <MemberQueries>
      <div className="flex min-h-dvh flex-col">
        <SkipLink />
        <AgeGateBar />
        {lacksConsent && <HiddenNotice />}
        <main {...CONTENT} className="flex min-h-0 flex-1 flex-col outline-none">
          {title && <h1 className={hasOwnBand ? "sr-only" : "mx-auto w-full max-w-160 px-4 pt-5 md:px-8"}>{title}</h1>}
          {isShown ? children : <Navigate to={findOwnStart({ lacksConsent })} replace />}
        </main>
        <Footer isOnPhones />
      </div>
    </MemberQueries>
  );
}

/** Listens to live events, because the staff's decision may arrive while the screen is open. */
function listenToOwn() {
  const live = openLive({
    onEvent: (event) => {
      if (event.kind === "changed" && event.what === "self") refresh("self");
    },
    onConnected: () => refresh("self"),
    onSessionOver: () => void refreshSession(),
  });
  return live.close;
}
