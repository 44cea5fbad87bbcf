import { useEffect } from "react";
import { api } from "~/platform/api.ts";
import { hasInteracted, subscribeToInteraction } from "~/platform/interaction.ts";

/**
 * Records a visit to the shown member (`undefined` where visits do not count) once the page is visible and the viewer
 * has clicked or typed in this document. Navigation within the product satisfies this; another site that opens the
 * address by a redirect or pop-up does not.
 */
export function useVisit(memberId: string | undefined): void {
  useEffect(() => {
    if (memberId === undefined) return;
    // No error is shown, because an unrecorded visit costs the visitor nothing.
    return onceLookedAt(() => void api.visits.add({ params: { id: memberId } }).catch(() => {}));
  }, [memberId]);
}

/**
 * Calls `onLook` once when the page is visible and the viewer has clicked or typed. Returns a function that cancels.
 */
function onceLookedAt(onLook: () => void): () => void {
  const judge = () => {
    if (!hasInteracted() || document.visibilityState !== "visible") return;
    stop();
    onLook();
  };
  const unsubscribe = subscribeToInteraction(judge);
  document.addEventListener("visibilitychange", judge);
  const stop = () => {
    unsubscribe();
    document.removeEventListener("visibilitychange", judge);
  };
  judge();
  return stop;
}
