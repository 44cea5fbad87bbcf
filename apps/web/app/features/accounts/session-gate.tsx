import { errorCatalogue, memberMessages } from "@caramelo/contract/errors";
import type { ReactNode } from "react";
import { Navigate } from "react-router";
import { refreshSession, useSession } from "~/platform/session.ts";
import { Button } from "~/ui/button.tsx";
import { Face } from "~/ui/face.tsx";
import { LoadingScreen } from "~/ui/loading-screen.tsx";
import { findDetour } from "./guard-rules.ts";

/** Screens of members or admins: nothing of them shows before the session is known. */
export function SessionGate({ access, children }: { access: "member" | "admin"; children: ReactNode }) {
  const { state, user } = useSession();
  if (state === "loading") return <LoadingScreen />;
  if (state === "failed") return <SessionFailed />;
  const detour = findDetour(access, user);
  return detour ? <Navigate to={detour} replace /> : children;
}

function SessionFailed() {
  const isOffline = !navigator.onLine;
  return (
    <main className="grid min-h-dvh place-content-center px-5">
      <Face
        kind={isOffline ? "offline" : "failed"}
        as="h1"
        title={isOffline ? "Sem conexão" : "Não conseguimos abrir sua conta"}
        text={isOffline ? memberMessages.offline : errorCatalogue.NETWORK_ERROR.text}
        action={<Button onClick={() => refreshSession()}>Tentar Novamente</Button>}
      />
    </main>
  );
}
