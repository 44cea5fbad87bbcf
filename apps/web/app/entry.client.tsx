import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { watchInteractions } from "~/platform/interaction.ts";
import { finishLeaving } from "~/platform/leave.ts";
import { refuseReloadWhileOffline } from "~/platform/lost-screen.ts";
import { watchMoves } from "~/platform/moves.ts";
import { adoptFirstSession } from "~/platform/session.ts";
import { allowTrustedTypes } from "~/platform/trusted-types.ts";

allowTrustedTypes();
refuseReloadWhileOffline();
watchInteractions();
watchMoves();
adoptFirstSession();

// A member's tab that came back to its first page goes on to where it leaves to.
if (!finishLeaving()) {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
      // Of what went well at its second try, such as a part whose code did not load, React would name only itself.
      { onRecoverableError: (error) => reportError(error instanceof Error ? (error.cause ?? error) : error) },
    );
  });
}
