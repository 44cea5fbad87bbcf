import { beforeLeaving } from "./leave.ts";
import { listenToMoves } from "./moves.ts";

/** Something open over the page, such as a sheet. Back closes it before it leaves the page. */
type Layer = { close: () => void };

/**
 * The state of a history entry. React Router keeps its own state in it; `idx` counts the entries since the router
 * started. `layers`: how many layers are open at this entry.
 */
type EntryState = { idx?: number; layers?: number } | null;

/**
 * A move through the history that has not arrived after this time counts as failed. A slow phone needs time: if the move
 * arrives later, the tab leaves a page that was opened meanwhile.
 */
const MOVE_AT_MOST_MS = 3_000;

/**
 * Gives each open layer a history entry of its own, with the address and the key of the page below. The router does not
 * see these entries, so nothing is drawn or scrolled again when a layer opens or closes.
 */
export function watchBack(history: History, listen: typeof listenToMoves) {
  const { pushState, replaceState, go } = history;
  const push: History["pushState"] = pushState.bind(history);
  const replace: History["replaceState"] = replaceState.bind(history);
  const layers: Layer[] = [];
  /** The work that must wait until a move has arrived, because browsers move through the history asynchronously. */
  let waiting: (() => void)[] = [];
  let lost: ReturnType<typeof setTimeout> | undefined;
  let planned: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  /** The address that the page got while a layer was open. The page's own entry gets it when the layer closes. */
  let renamed: { state: object; url: string | URL | null | undefined } | undefined;
  let { page, depth } = readPosition(history.state);

  function move(steps: number) {
    lost = setTimeout(giveUp, MOVE_AT_MOST_MS);
    go.call(history, steps);
  }

  /** The move has failed. The entry at which the tab has stayed counts as the page's own from now on. */
  function giveUp() {
    page += depth;
    depth = 0;
    arrive();
  }

  function arrive() {
    clearTimeout(lost);
    lost = undefined;
    const ready = waiting;
    waiting = [];
    for (const work of ready) work();
    plan();
  }

  /**
   * Matches the entries to the layers after the present task, because a layer that closes while another one opens
   * passes its entry on.
   */
  function plan() {
    if (isOver) return;
    planned ??= setTimeout(() => {
      planned = undefined;
      if (lost === undefined) matchEntries();
    });
  }

  function matchEntries() {
    while (depth < layers.length) {
      depth += 1;
      push({ ...history.state, idx: page + depth, layers: depth }, "");
    }
    if (depth > layers.length) move(layers.length - depth);
  }

  function closeAbove(count: number) {
    for (const layer of layers.splice(count).reverse()) layer.close();
  }

  function handlePop(event: Event) {
    const isOurMove = lost !== undefined;
    const at = readPosition(history.state);
    const isSamePage = at.page === page;
    depth = at.depth;
    if (isSamePage || depth > 0) event.stopImmediatePropagation();
    else page = at.page;
    if (isSamePage) rename();
    else renamed = undefined;
    // The tab came from another page to an entry whose layer is gone. The entry of its page is below.
    if (!isSamePage && depth > 0) return move(-depth);
    if (!isOurMove || !isSamePage) closeAbove(depth);
    arrive();
  }

  function rename() {
    if (!renamed) return;
    const { state, url } = renamed;
    replace({ ...state, idx: page + depth, layers: depth }, "", url);
    if (depth === 0) renamed = undefined;
  }

  /** A new page replaces the open layers, so that Back leads from it to the page below them. */
  history.pushState = (state, title, url) => {
    if (lost !== undefined) return void waiting.push(() => history.pushState(state, title, url));
    if (depth > 0) {
      waiting.push(() => history.pushState(state, title, url));
      closeAbove(0);
      return move(-depth);
    }
    page += 1;
    push({ ...state, idx: page }, title, url);
    closeAbove(0);
  };

  history.replaceState = (state, title, url) => {
    if (lost !== undefined) return void waiting.push(() => history.replaceState(state, title, url));
    if (depth > 0) renamed = { state, url };
    replace({ ...state, idx: page + depth, layers: depth }, title, url);
  };

  /** A move back starts from the page and not from the layer that is open over it. */
  history.go = (steps = 0) => {
    if (lost !== undefined) return void waiting.push(() => history.go(steps));
    go.call(history, steps < 0 ? steps - depth : steps);
  };

  function end(then: () => void) {
    isOver = true;
    stopListening();
    Object.assign(history, { pushState, replaceState, go });
    clearTimeout(planned);
    then();
  }

  const stopListening = listen(handlePop);
  // After a reload no layer is open any more.
  if (depth > 0) plan();

  return {
    /** Returns the function to call when the layer has closed. */
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
    /** Restores the methods of `history` once none of our moves is under way, and then calls back. */
    stop(then = () => {}) {
      layers.length = 0;
      if (lost !== undefined) return void waiting.push(() => end(then));
      end(then);
    },
  };
}

function readPosition(state: EntryState): { page: number; depth: number } {
  const depth = state?.layers ?? 0;
  return { page: (state?.idx ?? 0) - depth, depth };
}

let watch: ReturnType<typeof watchBack> | undefined;

/**
 * From now on Back closes this layer first, by calling `close`. Returns the function to call when the layer has closed.
 */
export function openLayer(close: () => void): () => void {
  watch ??= watchBack(history, listenToMoves);
  return watch.open(close);
}

/** Moves the tab from the entry of a layer that a reload has closed back to the entry of its page. */
export function forgetClosedLayers(): void {
  watch ??= watchBack(history, listenToMoves);
}

beforeLeaving((ready) => {
  if (!watch) return ready();
  watch.stop(ready);
  watch = undefined;
});
