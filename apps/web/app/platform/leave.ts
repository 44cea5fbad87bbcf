import { listenToMoves } from "./moves.ts";

/** The destination, and the `location.state` that React Router passes to its page. */
type Destination = { to: string; state?: unknown };

const STORED_AS = "saida";
const POSITION = "posicao";
/** The time to arrive for a browser that cannot report a failed move. */
const WAIT_MS = 3_000;

let pending: Destination | undefined;
let prepare = (ready: () => void) => ready();

/**
 * Sets the work to do before a leave moves through the history or changes entries. It must call `ready` once the tab is
 * at rest, because two parallel moves have an undefined result.
 */
export function beforeLeaving(work: (ready: () => void) => void): void {
  prepare = work;
}

/**
 * Leaves the page for a freshly loaded one without any member's data in memory, and removes the member's addresses from
 * the tab's history: goes back to the tab's first page of ours, replaces its entry's address, and pushes another entry
 * to cut off everything after it. With a single entry nothing is pushed.
 */
export function leave(destination: Destination): void {
  if (isReloading()) return;
  store(destination);
  prepare(goBack);
}

function goBack(): void {
  const back = findPosition();
  if (back === 0) return void finishLeaving();
  const stop = listenToMoves((event) => {
    stop();
    // The router must not open the page that the tab only passes through.
    event.stopImmediatePropagation();
    finishLeaving();
  });
  const { navigation } = window;
  const first = navigation?.entries()[0];
  // The first page may be another document, which loads slowly on a slow phone. Its arrival ends this one.
  if (navigation && first) return void navigation.traverseTo(first.key).committed?.catch(finishLeaving);
  history.go(-back);
  setTimeout(finishLeaving, WAIT_MS);
}

/** Finishes a leave that may have gone back to another document of ours. Returns whether there was one. */
export function finishLeaving(): boolean {
  if (isReloading()) return true;
  const destination = pending ?? findStored();
  if (!destination) return false;
  forget();
  prepare(() => startAnew(destination));
  return true;
}

/**
 * Whether this page is being reloaded, by the end of a leave or by head-scripts.ts. A page restored by the browser may
 * still learn that its session is over, and must not leave twice with other words.
 */
const isReloading = (): boolean => "reloads" in document.documentElement.dataset;

function startAnew({ to, state }: Destination): void {
  document.documentElement.dataset.reloads = "";
  // The `key` is needed, because a router script replaces the whole state of an entry without one.
  const entryAt = (idx: number) => ({ usr: state, key: `saida${idx}`, idx, hasLeft: true });
  const isOnly = history.length === 1;
  // The hash may contain the secret of a mailed link, which the page removes only from its own entry. So the other
  // entry gets the address without it.
  history.replaceState(entryAt(0), "", isOnly ? to : to.split("#", 1)[0]);
  if (!isOnly) history.pushState(entryAt(1), "", to);
  location.reload();
}

/**
 * Whether a leave ended at this page. The server may still report the old session, for which the tab must not leave
 * again.
 */
export const hasLeft = (): boolean => history.state?.hasLeft === true;

/**
 * Continues the count of the tab's entries after a page load, because the router restarts at 0. Only needed without the
 * Navigation API. Call it before the router starts.
 */
export function countEntries(): void {
  if (window.navigation) return;
  try {
    const last = Number(sessionStorage.getItem(POSITION) ?? -1);
    if (history.state?.idx === undefined && last >= 0) history.replaceState({ ...history.state, idx: last + 1 }, "");
    addEventListener("pagehide", () => sessionStorage.setItem(POSITION, String(findPosition())));
  } catch {
    // Without storage the count starts at 0 on each load.
  }
}

/** How many entries of ours precede this one in the tab's history, including those of layers. */
function findPosition(): number {
  // Some browsers before 2026 lack this API; they use the router's count of entries since its start.
  const position = window.navigation?.currentEntry?.index ?? history.state?.idx;
  return typeof position === "number" && position > 0 ? position : 0;
}

function store(destination: Destination): void {
  pending = destination;
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify(destination));
  } catch {
    // Without storage only this document can finish the leave.
  }
}

function findStored(): Destination | undefined {
  try {
    const storedDestination: Partial<Destination> | null = JSON.parse(sessionStorage.getItem(STORED_AS) ?? "null");
    return typeof storedDestination?.to === "string"
      ? { to: storedDestination.to, state: storedDestination.state }
      : undefined;
  } catch {
    return undefined;
  }
}

function forget(): void {
  pending = undefined;
  try {
    sessionStorage.removeItem(STORED_AS);
  } catch {
    // Without storage access, nothing was stored.
  }
}
