type Listener = (event: Event) => void;

const listeners = new Set<Listener>();

/**
 * Listens to every move through the tab's history, and can hide a move from later listeners. Call it before the router
 * starts, because browsers call the listeners of `window` in the order in which they were added, even capturing ones.
 */
export function watchMoves(): void {
  window.addEventListener("popstate", (event) => {
    // A listener that is added during a move is called only from the next move on.
    for (const listener of [...listeners]) if (listeners.has(listener)) listener(event);
  });
}

/** Calls back at each move, before the router. Returns a function that stops the calls. */
export function listenToMoves(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
