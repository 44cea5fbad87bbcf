import { adminMessages } from "@caramelo/contract/texts/admin";
import { isApiError, messageOf } from "~/platform/api.ts";
import { showToast } from "~/ui/overlays/toast.ts";
import { useStartAvailability } from "./availability-queries.ts";

/** Starts the online-status job, and says in toasts what it came to. */
export function useOnlineStatusUpdate() {
  const { mutate, isPending } = useStartAvailability();
  const start = () =>
    mutate(undefined, {
      onSuccess: ({ usersSetOnline, eligibleUsers }) => {
        showToast({ type: "success", title: adminMessages.onlineUpdateDone });
        showToast({ type: "info", title: adminMessages.onlineUpdateResult(usersSetOnline, eligibleUsers) });
      },
      onError: (error) => {
        const message = isApiError(error)
          ? adminMessages.onlineUpdateFailed(messageOf(error))
          : adminMessages.onlineUpdateUnexpected;
        showToast({ type: "error", title: adminMessages.onlineUpdateErrorTitle, message });
      },
    });
  return { start, isPending };
}
