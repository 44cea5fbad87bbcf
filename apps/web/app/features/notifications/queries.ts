import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { logFailure } from "~/platform/log.ts";
import { queryClient } from "~/platform/query.ts";
import { NOTHING_WAITS, withCount, withOne, withoutOne } from "./rules.ts";
import type { Notification, Waiting } from "./types.ts";

const NOTIFICATIONS = ["notifications"] as const;
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

function change(apply: (waiting: Waiting) => Waiting): void {
  queryClient.setQueryData<Waiting>(NOTIFICATIONS, (waiting) => waiting && apply(waiting));
}

const countDismissals = () => queryClient.isMutating({ mutationKey: NOTIFICATIONS });

/** Asks what waits. Answers from before a dismissal would show what is gone: the last dismissal asks by itself. */
export function askNotifications(): void {
  if (countDismissals() === 0) void queryClient.invalidateQueries({ queryKey: NOTIFICATIONS });
}

/** The server told how many wait: the badge shows it at once, the list follows. */
export function showWaitingCount(unread: number): void {
  if (countDismissals() > 0) return;
  change((waiting) => withCount(waiting, unread));
  askNotifications();
}

function settle(): void {
  if (countDismissals() === 1) void queryClient.invalidateQueries({ queryKey: NOTIFICATIONS });
}

/** One notification is read and gone, at once; a failure brings it back, without a word. */
export function useDismissal() {
  return useMutation({
    mutationKey: [...NOTIFICATIONS, "dismiss"],
    mutationFn: ({ id }: Notification) => api.notifications.dismiss({ params: { id } }),
    onMutate: ({ id }) => {
      void queryClient.cancelQueries({ queryKey: NOTIFICATIONS });
      change((waiting) => withoutOne(waiting, id));
    },
    onError: (error, one) => {
      logFailure("dismissing a notification", error);
      change((waiting) => withOne(waiting, one));
    },
    onSettled: settle,
  });
}

/** All notifications are read and gone, at once; a failure brings them back, without a word. */
export function useDismissalOfAll() {
  return useMutation({
    mutationKey: [...NOTIFICATIONS, "dismissAll"],
    mutationFn: () => api.notifications.dismissAll(),
    onMutate: () => {
      void queryClient.cancelQueries({ queryKey: NOTIFICATIONS });
      const before = queryClient.getQueryData<Waiting>(NOTIFICATIONS);
      change(() => NOTHING_WAITS);
      return before;
    },
    onError: (error, _, before) => {
      logFailure("dismissing all notifications", error);
      if (before) change(() => before);
    },
    onSettled: settle,
  });
}
