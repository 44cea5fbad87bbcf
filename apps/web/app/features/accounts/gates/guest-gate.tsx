import type { ReactNode } from "react";
import { Navigate } from "react-router";
import { useSession } from "~/platform/session.ts";
import { findRedirect, findStart } from "./rules.ts";

/**
 * Screens for people without a session. They are written at build, so they show before the session is known; then a member
 * is redirected.
 */
export function GuestGate({ children }: { children: ReactNode }) {
  const { user, isNew } = useSession();
  const redirect = findRedirect("guest", user);
  if (user && redirect) return <Navigate to={isNew ? findStart(user) : redirect} replace />;
  return children;
}
