import type { ReactNode } from "react";
import { Navigate } from "react-router";
import { useSession } from "~/platform/session.ts";
import { findDetour, startOf } from "./guard-rules.ts";

/**
 * Screens for people without a session. They show before anybody knows (they are written at build); a member who
 * comes by is sent on as soon as the session is known.
 */
export function GuestGate({ children }: { children: ReactNode }) {
  const { user, isNew } = useSession();
  const detour = findDetour("guest", user);
  if (user && detour) return <Navigate to={isNew ? startOf(user) : detour} replace />;
  return children;
}
