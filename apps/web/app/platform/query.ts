import { QueryClient } from "@tanstack/react-query";
import { isApiError } from "./api.ts";
import { readSession, subscribeToSession } from "./session.ts";

/** Tries again only where another try may help: without an answer, or after an error of the server. */
function mayRetry(failures: number, error: unknown): boolean {
  return failures < 2 && navigator.onLine && isApiError(error, "NETWORK_ERROR", "SERVER_ERROR");
}

/** The one cache of the server's answers. Calls run offline too and fail at once, so that screens can say so. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, networkMode: "always", retry: mayRetry },
    mutations: { networkMode: "always" },
  },
});

/** Clears the cache when another member signs in, who must not see the first one's data. Returns how to stop. */
export function forgetAtMemberChange(): () => void {
  let member = readSession().user?.id;
  return subscribeToSession(() => {
    const next = readSession().user?.id;
    if (next !== member) queryClient.clear();
    member = next;
  });
}
