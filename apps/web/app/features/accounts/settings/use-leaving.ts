import { messageOf } from "~/platform/api.ts";
import { useAction } from "~/platform/use-action.ts";
import { showToast } from "~/ui/overlays/toast.ts";

/**
 * Ends the session by calling `end`; the gate of the screen then redirects. When the call fails, a toast shows
 * `failureText`.
 */
export function useLeaving(end: () => Promise<unknown>, failureText: string) {
  const { mutate, isPending, isSuccess } = useAction(end);
  const leave = () =>
    mutate(undefined, {
      onError: (error) => showToast({ type: "error", title: failureText, message: messageOf(error) }),
    });
  return { isBusy: isPending || isSuccess, leave };
}
