import { commonErrors } from "@caramelo/contract/texts/common";
import { type ReactNode, useEffect } from "react";
import { Navigate, useLocation } from "react-router";
import { guardScreen, refreshSession, useSession } from "~/platform/session.ts";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { findRedirect } from "./rules.ts";

type Props = {
  access: "member" | "admin";
  /** Shown until the session is known. */
  loading: ReactNode;
  /** The header of the error state. */
  header?: ReactNode;
  children: ReactNode;
};

/** Wraps screens of members or the staff, which show only once the session is known. */
export function SessionGate({ access, loading, header, children }: Props) {
  const { state, user } = useSession();
  const { state: arrival } = useLocation();
  useEffect(guardScreen, []);
  if (state === "loading") return loading;
  if (state === "failed") return <SessionFailed header={header} />;
  const redirect = findRedirect(access, user);
  // A session that ended while this screen was opening left its reason in `arrival`; the sign-in screen shows it.
  return redirect ? <Navigate to={redirect} state={arrival} replace /> : children;
}

function SessionFailed({ header }: { header: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      {header}
      <main className="grid flex-1 place-content-center px-5">
        <LoadFailed
          as="h1"
          title="Não conseguimos abrir sua conta"
          text={commonErrors.NETWORK_ERROR}
          onRetry={refreshSession}
        />
      </main>
    </div>
  );
}
