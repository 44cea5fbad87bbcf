import { useMutation } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { logFailure } from "~/platform/log.ts";
import { queryClient } from "~/platform/query.ts";
import { changeWaiting, countDismissals, NOTIFICATIONS } from "./queries.ts";
import { NOTHING_WAITS, type Notification, type WaitingList, withOne, withoutOne } from "./waiting-rules.ts";

function finish(): void {
  if (countDismissals() === 1) void queryClient.invalidateQueries({ queryKey: NOTIFICATIONS });
}

/** Dismisses a notification at once. If the call fails, the notification returns without an error. */
export function useDismissal() {
  return useMutation({
    mutationKey: [...NOTIFICATIONS, "dismiss"],
    mutationFn: ({ id }: Notification) => api.notifications.dismiss({ params: { id } }),
    onMutate: ({ id }) => {
      void queryClient.cancelQueries({ queryKey: NOTIFICATIONS });
      changeWaiting((dismissals) => withoutOne(dismissals, id));
    },
    onError: (error, notification) => {
      logFailure("dismissing a notification", error);
      changeWaiting((dismissals) => withOne(dismissals, notification));
    },
    onSettled: finish,
  });
}

/** Dismisses all notifications at once. If the call fails, they return without an error. */
export function useDismissalOfAll() {
  return useMutation({
    mutationKey: [...NOTIFICATIONS, "dismissAll"],
    mutationFn: () => api.notifications.dismissAll(),
    onMutate: () => {
      void queryClient.cancelQueries({ queryKey: NOTIFICATIONS });
      const before = queryClient.getQueryData<WaitingList>(NOTIFICATIONS);
      changeWaiting(() => NOTHING_WAITS);
      return before;
    },
    onError: (error, _, before) => {
      logFailure("dismissing all notifications", error);
      if (before) changeWaiting(() => before);
    },
    onSettled: finish,
  });
}
