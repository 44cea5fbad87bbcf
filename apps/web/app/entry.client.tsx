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
// Runs before the first render, because a visitor who opens the sign-up from here may be a different person.
if (!location.pathname.startsWith("/cadastro")) forgetSignUp();
adoptFirstSession();

// `leave` may have reopened this page only on the way to its destination. Render nothing then.
if (!finishLeaving()) {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
      // React reports a recovered error (e.g. code that did not load) as a new error with the original as `cause`.
      { onRecoverableError: (error) => reportError(error instanceof Error ? (error.cause ?? error) : error) },
    );
  });
}
