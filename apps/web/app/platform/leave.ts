import { listenToMoves } from "./moves.ts";

/** Where the tab goes, and the `location.state` that the page there gets from React Router. */
type Destination = { to: string; state?: unknown };

const STORED_AS = "saida";
const POSITION = "posicao";
/** A browser that cannot report a failed move gets this much time to arrive. */
const WAIT_MS = 3_000;

let pending: Destination | undefined;
let prepare = (ready: () => void) => ready();

/**
 * Sets the work to do before a leave moves the tab through its history, and before it changes entries. The work must
 * call `ready` once the tab is at rest, because the result of two moves at once is undefined.
 */
export function beforeLeaving(work: (ready: () => void) => void): void {
  prepare = work;
}

/**
 * Leaves the page for one that loads again, without any member's data in memory, and removes the addresses that the
 * member visited from the tab's history: goes back to the tab's first page of ours, gives its entry the new address,
 * and pushes another entry that cuts off everything after it. Where there is only one entry, nothing is pushed.
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
    // The router must not open the page that the tab only passes.
    event.stopImmediatePropagation();
    finishLeaving();
  });
  const { navigation } = window;
  const first = navigation?.entries()[0];
  // The first page may be another document, which a slow phone needs time to load. The arrival of that document ends
  // this one.
  if (navigation && first) return void navigation.traverseTo(first.key).committed?.catch(finishLeaving);
  history.go(-back);
  setTimeout(finishLeaving, WAIT_MS);
}

/** Finishes a leave that may have led back to another document of ours. Returns whether there was one to finish. */
export function finishLeaving(): boolean {
  if (isReloading()) return true;
  const destination = pending ?? findStored();
  if (!destination) return false;
  forget();
  prepare(() => startAnew(destination));
  return true;
}

/**
 * Whether this page is already being reloaded, by the end of a leave or by head-scripts.ts. A page that the browser
 * had kept may still learn that its session is over, and must not leave a second time, with other words.
 */
const isReloading = (): boolean => "reloads" in document.documentElement.dataset;

function startAnew({ to, state }: Destination): void {
  document.documentElement.dataset.reloads = "";
  // The `key` is needed, because a script of the router replaces the whole state of an entry that has none.
  const entryAt = (idx: number) => ({ usr: state, key: `saida${idx}`, idx, hasLeft: true });
  const isOnly = history.length === 1;
  // The hash may hold the secret of a mailed link, which the page removes only from the entry at which it opens. So the
  // other entry gets the address without the hash.
  history.replaceState(entryAt(0), "", isOnly ? to : to.split("#", 1)[0]);
  if (!isOnly) history.pushState(entryAt(1), "", to);
  location.reload();
}

/**
 * Whether a leave ended at this page. The server may still report the old session, and the tab must not leave again for
 * it.
 */
export const hasLeft = (): boolean => history.state?.hasLeft === true;

/**
 * Goes on counting the tab's entries where this page was loaded as a new one, because the router would count from 0 at
 * each load. Only browsers without the Navigation API need it. Call it before the router starts.
 */
export function countEntries(): void {
  if (window.navigation) return;
  try {
    const last = Number(sessionStorage.getItem(POSITION) ?? -1);
    if (history.state?.idx === undefined && last >= 0) history.replaceState({ ...history.state, idx: last + 1 }, "");
    addEventListener("pagehide", () => sessionStorage.setItem(POSITION, String(findPosition())));
  } catch {
    // Without storage the count begins at 0 with each load.
  }
}

/** How many entries of ours lie before this one in the tab's history, those of layers included. */
function findPosition(): number {
  // Not every browser from before 2026 has this API; without it the router's count of entries since its start is used.
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
    // Where storage is refused, nothing was stored.
  }
}
