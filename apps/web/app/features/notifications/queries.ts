import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { logFailure } from "~/platform/log.ts";
import { queryClient } from "~/platform/query.ts";
import type { Waiting } from "./types.ts";
import { withCount } from "./waiting-rules.ts";

export const NOTIFICATIONS = ["notifications"] as const;
/** While the list has never come, it is asked for again by itself: its failure is not shown. */
const FIRST_TRY_AGAIN_MS = 15_000;

/** The bell's list, and its count. */
export const notificationList = () =>
  queryOptions({
    queryKey: NOTIFICATIONS,
    queryFn: async ({ signal }): Promise<Waiting> => {
      try {
        return await api.notifications.list({}, { signal });
      } catch (error) {
        if (!signal.aborted) logFailure("reading notifications", error);
        throw error;
      }
    },
    refetchOnWindowFocus: "always",
    refetchOnReconnect: "always",
    refetchInterval: ({ state }) => (state.data ? false : FIRST_TRY_AGAIN_MS),
  });

/** How many notifications wait. */
export function useWaitingCount(): number {
  return useQuery({ ...notificationList(), select: ({ unread }) => unread }).data ?? 0;
}

/** Changes what is known to wait, if anything is. */
export function changeWaiting(apply: (waiting: Waiting) => Waiting): void {
  queryClient.setQueryData<Waiting>(NOTIFICATIONS, (waiting) => waiting && apply(waiting));
}

export const countDismissals = () => queryClient.isMutating({ mutationKey: NOTIFICATIONS });

/** Asks what waits. Answers from before a dismissal would show what is gone: the last dismissal asks by itself. */
export function askNotifications(): void {
  if (countDismissals() === 0) void queryClient.invalidateQueries({ queryKey: NOTIFICATIONS });
}

/** The server told how many wait: the badge shows it at once, the list follows. */
export function showWaitingCount(unread: number): void {
  if (countDismissals() > 0) return;
  changeWaiting((waiting) => withCount(waiting, unread));
  askNotifications();
}
