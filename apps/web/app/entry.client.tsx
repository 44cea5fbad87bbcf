import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { forgetSignUp } from "~/platform/device-traces.ts";
import { watchInteractions } from "~/platform/interaction.ts";
import { countEntries, finishLeaving } from "~/platform/leave.ts";
import { refuseReloadWhileOffline } from "~/platform/lost-screen.ts";
import { watchMoves } from "~/platform/moves.ts";
import { adoptFirstSession } from "~/platform/session.ts";
import { allowTrustedTypes } from "~/platform/trusted-types.ts";

allowTrustedTypes();
refuseReloadWhileOffline();
watchInteractions();
watchMoves();
countEntries();
// Before anything is drawn, because who comes to the sign-up from here may be another person.
if (!location.pathname.startsWith("/cadastro")) forgetSignUp();
adoptFirstSession();

// `leave` may have brought the tab back to this page only on the way to its destination. Then nothing is drawn here.
if (!finishLeaving()) {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
      // When React recovers, as from code that did not load, it reports an error of its own with the reason as `cause`.
      { onRecoverableError: (error) => reportError(error instanceof Error ? (error.cause ?? error) : error) },
    );
  });
}
