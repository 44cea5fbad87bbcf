import { useEffect } from "react";
import { api } from "~/platform/api.ts";
import { hasInteracted, subscribeToInteraction } from "~/platform/interaction.ts";

/**
 * Records a visit to the shown member (`undefined` where visits do not count) once somebody really looks: the page is
 * visible, and the viewer has clicked or typed in this document. Members who navigate within the product have done so;
 * another site that opens the address by a redirect or a pop-up cannot do it for them.
 */
export function useVisit(memberId: string | undefined): void {
  useEffect(() => {
    if (memberId === undefined) return;
    // No error is shown, because a visit that is not recorded costs the visitor nothing.
    return onceLookedAt(() => void api.visits.add({ params: { id: memberId } }).catch(() => {}));
  }, [memberId]);
}

/**
 * Calls back once when the page is visible and the viewer has clicked or typed. Returns a function that stops the
 * waiting.
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
