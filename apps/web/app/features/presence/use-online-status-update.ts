import { adminMessages } from "@caramelo/contract/texts/admin";
import { isApiError, messageOf } from "~/platform/api.ts";
import { showToast } from "~/ui/overlays/toast.ts";
import { useStartAvailability } from "./availability-queries.ts";

/** Starts the online-status job, and says in toasts what it came to. */
export function useOnlineStatusUpdate() {
  const { mutateAsync, isPending } = useStartAvailability();
  const start = () =>
    // The palette is gone by the answer, and the callbacks of `mutate` with it.
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
