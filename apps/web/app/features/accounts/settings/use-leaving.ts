import { useState } from "react";
import { messageOf } from "~/platform/api.ts";
import { showToast } from "~/ui/overlays/toast.ts";

/**
 * Ends the session by calling `end`; the gate of the screen then redirects. When the call fails, a toast shows
 * `failed`.
 */
export function useLeaving(end: () => Promise<unknown>, failed: string) {
  const [isBusy, setIsBusy] = useState(false);
  async function leave() {
    if (isBusy) return;
    setIsBusy(true);
    try {
      await end();
    } catch (error) {
      showToast({ type: "error", title: failed, message: messageOf(error) });
      setIsBusy(false);
    }
  }
  return { isBusy, leave };
}
