import { useEffect } from "react";
import { queryClient } from "./query.ts";
import { refreshSession } from "./session.ts";

/** What was read before the worker came is read once more, so that it has it. */
function readAgain(): void {
  void refreshSession();
  void queryClient.invalidateQueries();
}

// Without the worker everything works, as long as there is a network.
const register = () => navigator.serviceWorker.register("/sw.js").catch(() => {});

function startWorker(): void {
  if (!import.meta.env.PROD || !navigator.serviceWorker) return;
  if (!navigator.serviceWorker.controller)
    navigator.serviceWorker.addEventListener("controllerchange", readAgain, { once: true });
  // The first page comes before everything that is for later.
  if (document.readyState === "complete") void register();
  else window.addEventListener("load", register, { once: true });
}

/** Once a member is here: their browser keeps the product and their last lists for times without a network. */
export const useWorker = (): void => useEffect(startWorker, []);
