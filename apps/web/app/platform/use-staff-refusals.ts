import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { isApiError } from "./api.ts";
import { refreshSession } from "./session.ts";

/**
 * While mounted, a refused staff call reloads the session: another tab may have signed out, or an owner may have
 * changed the person's role.
 */
export function useStaffRefusals(): void {
  const client = useQueryClient();
  useEffect(() => {
    const look = (error: unknown) => {
      if (isApiError(error, "ADMIN_ONLY")) void refreshSession();
    };
    const stops = [
      client.getQueryCache().subscribe((event) => {
        if (event.type === "updated" && event.action.type === "error") look(event.action.error);
      }),
      client.getMutationCache().subscribe((event) => {
        if (event.type === "updated" && event.action.type === "error") look(event.action.error);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client]);
}
