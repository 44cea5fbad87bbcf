import { adminMessages } from "@caramelo/contract/texts/admin";
import { queryOptions } from "@tanstack/react-query";
import { api, isApiError, messageOf } from "~/platform/api.ts";
import { useAction } from "~/platform/use-action.ts";
import { showToast } from "~/ui/overlays/toast.ts";

/** The latest run of the online-status job; null before the first. */
export const lastRunQuery = queryOptions({
  queryKey: ["staff", "availability"],
  queryFn: async ({ signal }) => (await api.presence.lastAvailability({}, { signal })).run,
  // The job also runs on a schedule.
  refetchInterval: 60_000,
  staleTime: 0,
});

const useStartAvailability = () =>
  useAction(async () => (await api.presence.startAvailability()).details.stats, lastRunQuery.queryKey);

/** Starts the online-status job, and shows its result in toasts. */
export function useOnlineStatusUpdate() {
  const { mutateAsync, isPending } = useStartAvailability();
  const start = () =>
    // The palette and its `mutate` callbacks are gone by the time of the answer.
    void mutateAsync().then(
      ({ usersSetOnline, eligibleUsers }) => {
        showToast({ type: "success", title: adminMessages.onlineUpdateDone });
        showToast({ type: "info", title: adminMessages.onlineUpdateResult(usersSetOnline, eligibleUsers) });
      },
      (error: unknown) => {
        const message = isApiError(error)
          ? adminMessages.onlineUpdateFailed(messageOf(error))
          : adminMessages.onlineUpdateUnexpected;
        showToast({ type: "error", title: adminMessages.onlineUpdateErrorTitle, message });
      },
    );
  return { start, isPending };
}
