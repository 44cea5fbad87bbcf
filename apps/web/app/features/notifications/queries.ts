import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { logFailure } from "~/platform/log.ts";
import { queryClient } from "~/platform/query.ts";
import { type WaitingList, withCount } from "./waiting-rules.ts";

export const NOTIFICATIONS = ["notifications"] as const;
/** Until the first successful load, the list is requested again after this time, because its failure is not shown. */
const FIRST_RETRY_MS = 15_000;

/** The unread notifications in the bell, and their number. */
export const notificationList = () =>
  queryOptions({
    queryKey: NOTIFICATIONS,
    queryFn: async ({ signal }): Promise<WaitingList> => {
      try {
        return await api.notifications.list({}, { signal });
      } catch (error) {
        if (!signal.aborted) logFailure("reading notifications", error);
        throw error;
      }
    },
    refetchOnWindowFocus: "always",
    refetchOnReconnect: "always",
    refetchInterval: ({ state }) => (state.data ? false : FIRST_RETRY_MS),
  });

export function useWaitingCount(): number {
  return useQuery({ ...notificationList(), select: ({ unread }) => unread }).data ?? 0;
}

export function changeWaiting(apply: (waiting: WaitingList) => WaitingList): void {
  queryClient.setQueryData<WaitingList>(NOTIFICATIONS, (dismissals) => dismissals && apply(dismissals));
}

export const countDismissals = () => queryClient.isMutating({ mutationKey: NOTIFICATIONS });

/**
 * Reloads the notifications. Not during a dismissal, because the answer could still contain the dismissed one; the last
 * dismissal reloads them.
 */
export function refetchNotifications(): void {
  if (countDismissals() === 0) void queryClient.invalidateQueries({ queryKey: NOTIFICATIONS });
}

/** Shows the published unread number at once. The list is loaded afterwards. */
export function showWaitingCount(unread: number): void {
  if (countDismissals() > 0) return;
  changeWaiting((dismissals) => withCount(dismissals, unread));
  refetchNotifications();
}
