type Listener = (event: Event) => void;

const listeners = new Set<Listener>();

/**
 * Hears of each move through the tab's history, and can keep it from those who listen later. Call it before the router
 * starts: a browser tells the listeners of its window in the order in which they came, wherever they capture.
 */
export function watchMoves(): void {
  window.addEventListener("popstate", (event) => {
    // A listener that is added by another one, while it hears of a move, waits for the next move.
    for (const listener of [...listeners]) if (listeners.has(listener)) listener(event);
  });
}

/** Calls back at each move, before the router hears of it. Returns how to stop. */
export function listenToMoves(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
