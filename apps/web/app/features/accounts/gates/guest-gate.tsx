import type { ReactNode } from "react";
import { Navigate } from "react-router";
import { useSession } from "~/platform/session.ts";
import { findRedirect, findStart } from "./rules.ts";

/**
 * Wraps screens for guests. The build writes their HTML, so they show before the session is known; a signed-in member
 * is then redirected.
 */
export function GuestGate({ children }: { children: ReactNode }) {
  const { user, hasJustSignedIn } = useSession();
  const redirect = findRedirect("guest", user);
  if (user && redirect) return <Navigate to={hasJustSignedIn ? findStart(user) : redirect} replace />;
  return children;
}
