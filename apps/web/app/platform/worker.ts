import { useEffect } from "react";
import { queryClient } from "./query.ts";
import { refreshSession } from "./session.ts";

/** Loads again what was loaded before the service worker took over, so that the worker can keep a copy. */
function reloadData(): void {
  void refreshSession();
  void queryClient.invalidateQueries();
}

// Without the worker everything works as long as there is a network, so a failure is ignored.
const register = () => navigator.serviceWorker.register("/sw.js").catch(() => {});

function startWorker(): void {
  if (!import.meta.env.PROD || !navigator.serviceWorker) return;
  if (!navigator.serviceWorker.controller)
    navigator.serviceWorker.addEventListener("controllerchange", reloadData, { once: true });
  // The first page is loaded before the worker fetches the files that are needed later.
  if (document.readyState === "complete") void register();
  else window.addEventListener("load", register, { once: true });
}

/** Starts the service worker, which keeps the product and the member's last lists for use without a network. */
export const useWorker = (): void => useEffect(startWorker, []);
