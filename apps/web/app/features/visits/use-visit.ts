import { useEffect } from "react";
import { api } from "~/platform/api.ts";
import { hasInteracted, subscribeToInteraction } from "~/platform/interaction.ts";

/**
 * Notes a visit of the member whose profile is shown (`undefined`: none that visits count for), once somebody really
 * looks: the page is visible, and they have clicked or typed in this document. Within the product they have, on their way
 * here; another site that opens the address by a redirect or a pop-up cannot make them.
 */
export function useVisit(memberId: string | undefined): void {
  useEffect(() => {
    if (memberId === undefined) return;
    // A visit that is not noted costs the visitor nothing, so no error is shown.
    return onceLookedAt(() => void api.visits.add({ params: { id: memberId } }).catch(() => {}));
  }, [memberId]);
}

/** Calls back once when the page is visible and has been interacted with. Returns how to stop waiting. */
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
