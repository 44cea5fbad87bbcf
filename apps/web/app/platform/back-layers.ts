import { openLayerEntries } from "./layer-entries.ts";
import { beforeLeaving } from "./leave.ts";
import { listenToMoves } from "./moves.ts";

/** Something open over the page, e.g. a sheet. Back closes it before it leaves the page. */
type Layer = { close: () => void };

/**
 * A move through the history that has not arrived after this time counts as failed. Slow phones need it: a later
 * arrival leaves a page that was opened meanwhile.
 */
const MOVE_AT_MOST_MS = 3_000;

/**
 * Gives each open layer a history entry with the address and the key of the page below. The router does not see these
 * entries, so nothing re-renders or scrolls when a layer opens or closes.
 */
export function watchBack(history: History, listen: typeof listenToMoves) {
  const entries = openLayerEntries(history);
  const layers: Layer[] = [];
  const moves = openMoves({ go: history.go.bind(history), onLost: entries.stay, onArrived: plan });
  let planTimer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  /**
   * Matches entries to layers after the current task, because a layer that closes while another opens passes its entry
   * on.
   */
  function plan() {
    if (isOver) return;
    planTimer ??= setTimeout(() => {
      planTimer = undefined;
      if (moves.isUnderWay()) return;
      while (entries.depth() < layers.length) entries.addLayer();
      if (entries.depth() > layers.length) moves.start(layers.length - entries.depth());
    });
  }

  function closeAbove(count: number) {
    for (const layer of layers.splice(count).reverse()) layer.close();
  }

  const stopListening = listen((event) => {
    const isSamePage = entries.arrive();
    const depth = entries.depth();
    if (isSamePage || depth > 0) event.stopImmediatePropagation();
    // The tab came from another page to an entry whose layer is gone. The page's entry is below.
    if (!isSamePage && depth > 0) return moves.start(-depth);
    if (!moves.isUnderWay() || !isSamePage) closeAbove(depth);
    moves.arrive();
  });

  const restore = replaceMethods(history, { entries, moves, closeLayers: () => closeAbove(0) });

  function end(then: () => void) {
    isOver = true;
    stopListening();
    restore();
    clearTimeout(planTimer);
    then();
  }

  // After a reload no layer is open.
  if (entries.depth() > 0) plan();

  return {
    /** Returns a function to call when the layer has closed. */
    open(close: () => void) {
      const layer = { close };
      layers.push(layer);
      plan();
      return () => {
        const index = layers.indexOf(layer);
        if (index >= 0) layers.splice(index, 1);
        plan();
      };
    },
    /** Restores the methods of `history` once none of our moves is pending, then calls `then`. */
    stop(then = () => {}) {
      layers.length = 0;
      if (moves.isUnderWay()) return moves.wait(() => end(then));
      end(then);
    },
  };
}

type Tab = {
  entries: ReturnType<typeof openLayerEntries>;
  moves: ReturnType<typeof openMoves>;
  closeLayers: () => void;
};

/** Lets the router use the history as if layers had no entries. Returns a function that undoes this. */
function replaceMethods(history: History, { entries, moves, closeLayers }: Tab): () => void {
  const { pushState, replaceState, go } = history;

  /** A new page replaces the open layers, so that Back returns to the page below them. */
  history.pushState = (...entry) => {
    if (moves.isUnderWay()) return moves.wait(() => history.pushState(...entry));
    const depth = entries.depth();
    if (depth === 0) entries.addPage(...entry);
    else moves.wait(() => history.pushState(...entry));
    closeLayers();
    if (depth > 0) moves.start(-depth);
  };

  history.replaceState = (...entry) => {
    if (moves.isUnderWay()) return moves.wait(() => history.replaceState(...entry));
    entries.replacePage(...entry);
  };

  /** A move back starts from the page, not from the layer over it. */
  history.go = (steps = 0) => {
    if (moves.isUnderWay()) return moves.wait(() => history.go(steps));
    go.call(history, steps < 0 ? steps - entries.depth() : steps);
  };

  return () => void Object.assign(history, { pushState, replaceState, go });
}

type MoveOptions = { go: (steps: number) => void; onLost: () => void; onArrived: () => void };

/** Our own moves through the history, and the work queued behind them, because browsers move asynchronously. */
function openMoves({ go, onLost, onArrived }: MoveOptions) {
  let waitingSteps: (() => void)[] = [];
  let lostTimer: ReturnType<typeof setTimeout> | undefined;

  /** Ends the pending move, if any. */
  function arrive() {
    clearTimeout(lostTimer);
    lostTimer = undefined;
    const ready = waitingSteps;
    waitingSteps = [];
    for (const work of ready) work();
    onArrived();
  }

  return {
    arrive,
    isUnderWay: () => lostTimer !== undefined,
    wait: (work: () => void) => void waitingSteps.push(work),
    start(steps: number) {
      lostTimer = setTimeout(() => {
        onLost();
        arrive();
      }, MOVE_AT_MOST_MS);
      go(steps);
    },
  };
}

let watch: ReturnType<typeof watchBack> | undefined;

/** Back now closes this layer first, through `close`. Returns a function to call when the layer has closed. */
export function openLayer(close: () => void): () => void {
  watch ??= watchBack(history, listenToMoves);
  return watch.open(close);
}

/** Moves the tab from the entry of a layer closed by a reload back to its page's entry. */
export function forgetClosedLayers(): void {
  watch ??= watchBack(history, listenToMoves);
}

beforeLeaving((ready) => {
  if (!watch) return ready();
  watch.stop(ready);
  watch = undefined;
});
