type Listener = (event: Event) => void;

const listeners = new Set<Listener>();

/**
 * Passes every move through the tab's history to our listeners, which can hide it from the router. Call it before the
 * router starts, because browsers call listeners of `window` in the order of registration, even capturing ones.
 */
export function watchMoves(): void {
  window.addEventListener("popstate", (event) => {
    // A listener added during a move is called from the next move on.
    for (const listener of [...listeners]) if (listeners.has(listener)) listener(event);
  });
}

/** Calls `listener` on each move, before the router. Returns a function that unsubscribes. */
export function listenToMoves(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
