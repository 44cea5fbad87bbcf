import { useState } from "react";
import { messageOf } from "~/platform/api.ts";
import { signOut } from "~/platform/session.ts";
import { showToast } from "~/ui/overlays/toast.ts";

/** Ends the session. If the server does not answer, the member stays signed in and a toast says so. */
export function useSignOut() {
  const [isLeaving, setIsLeaving] = useState(false);
  async function leave() {
    if (isLeaving) return;
    setIsLeaving(true);
    try {
      await signOut();
    } catch (error) {
      showToast({ type: "error", title: messageOf(error) });
      setIsLeaving(false);
    }
  }
  return { isLeaving, leave };
}
