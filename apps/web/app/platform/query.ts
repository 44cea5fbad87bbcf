import { QueryClient } from "@tanstack/react-query";
import { isApiError } from "./api.ts";
import { readSession, watchSession } from "./session.ts";

/** Tries again only what another try may mend: no answer, or a server that stumbled. */
function mayRetry(failures: number, error: unknown): boolean {
  return failures < 2 && navigator.onLine && isApiError(error, "NETWORK_ERROR", "SERVER_ERROR");
}

/** The one cache of what the server said. Offline calls run and fail at once, so that screens can say so. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, networkMode: "always", retry: mayRetry },
    mutations: { networkMode: "always" },
  },
});

/** What one member saw must not show to the next one at this screen. Returns how to stop. */
export function forgetAtMemberChange(): () => void {
  let member = readSession().user?.id;
  return watchSession(() => {
    const next = readSession().user?.id;
    if (next !== member) queryClient.clear();
    member = next;
  });
}
