import { useEffect } from "react";
import { queryClient } from "./query.ts";
import { refreshSession } from "./session.ts";

/** Reloads data loaded before the service worker took over, so that the worker can store a copy. */
function reloadData(): void {
  void refreshSession();
  void queryClient.invalidateQueries();
}

// Online, everything works without the worker, so a failure is ignored.
const register = () => navigator.serviceWorker.register("/sw.js").catch(() => {});

function startWorker(): void {
  if (!import.meta.env.PROD || !navigator.serviceWorker) return;
  if (!navigator.serviceWorker.controller)
    navigator.serviceWorker.addEventListener("controllerchange", reloadData, { once: true });
  // The first page loads before the worker fetches the files needed later.
  if (document.readyState === "complete") void register();
  else window.addEventListener("load", register, { once: true });
}

/** Starts the service worker, which stores the product and the member's last lists for offline use. */
export const useWorker = (): void => useEffect(startWorker, []);
