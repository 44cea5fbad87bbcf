import { errorCatalogue, memberMessages } from "@caramelo/contract/errors";
import type { ReactNode } from "react";
import { Navigate } from "react-router";
import { refreshSession, useSession } from "~/platform/session.ts";
import { Button } from "~/ui/button.tsx";
import { Face } from "~/ui/face.tsx";
import { LoadingScreen } from "~/ui/loading-screen.tsx";
import { findDetour } from "./guard-rules.ts";

type Props = {
  access: "member" | "admin";
  /** The header of the screen that says the session could not be asked for. */
  header?: ReactNode;
  children: ReactNode;
};

/** Screens of members or admins: nothing of them shows before the session is known. */
export function SessionGate({ access, header, children }: Props) {
  const { state, user, exit } = useSession();
  if (state === "loading") return <LoadingScreen />;
  if (state === "failed") return <SessionFailed header={header} />;
  const detour = findDetour(access, user, exit);
  return detour ? <Navigate to={detour} replace /> : children;
}

function SessionFailed({ header }: { header: ReactNode }) {
  const isOffline = !navigator.onLine;
  return (
    <div className="flex min-h-dvh flex-col">
      {header}
      <main className="grid flex-1 place-content-center px-5">
        <Face
          kind={isOffline ? "offline" : "failed"}
          as="h1"
          title={isOffline ? "Sem conexão" : "Não conseguimos abrir sua conta"}
          text={isOffline ? memberMessages.offline : errorCatalogue.NETWORK_ERROR.text}
          action={<Button onClick={() => refreshSession()}>Tentar Novamente</Button>}
        />
      </main>
    </div>
  );
}
