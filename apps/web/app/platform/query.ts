import { QueryClient } from "@tanstack/react-query";
import { isApiError } from "./api.ts";
import { readSession, subscribeToSession } from "./session.ts";

/** Retries at most twice, and only where useful: online, when no answer came or the server failed. */
export function mayRetry(failures: number, error: unknown): boolean {
  return failures < 2 && navigator.onLine && isApiError(error, "NETWORK_ERROR", "SERVER_ERROR");
}

/** The cache of the server's answers. Calls also run offline and then fail at once, so that screens can say so. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, networkMode: "always", retry: mayRetry },
    mutations: { networkMode: "always" },
  },
});

/** Clears the cache when the session ends or another member signs in. Returns a function that stops this. */
export function forgetAtMemberChange(): () => void {
  let member = readSession().user?.id;
  return subscribeToSession(() => {
    const next = readSession().user?.id;
    if (next !== member) queryClient.clear();
    member = next;
  });
}
