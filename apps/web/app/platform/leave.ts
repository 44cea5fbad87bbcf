import { listenToMoves } from "./moves.ts";

/** Where the tab goes, and what the page there receives (React Router's state of a history entry). */
type Destination = { to: string; state?: unknown };

const STORED_AS = "saida";
/** How long a browser that cannot say that a move was given up has time for it. */
const WAIT_MS = 3_000;

let pending: Destination | undefined;
let prepare = (ready: () => void) => ready();

/**
 * Sets what happens before the tab moves through its history. It must call `ready`, at once or when the tab has come to
 * rest: of two moves at once nobody knows where they end.
 */
export function beforeLeaving(work: (ready: () => void) => void): void {
  prepare = work;
}

/**
 * Leaves as a page that loads anew, with nothing of a member in memory, and takes the addresses that the member visited out
 * of this tab's history: back to its first page, from which a new entry cuts off what lay ahead.
 */
export function leave(destination: Destination): void {
  store(destination);
  prepare(goBack);
}

function goBack(): void {
  const back = findPosition();
  if (back === 0) return void finishLeaving();
  const stop = listenToMoves((event) => {
    stop();
    // The router must not open the page that is only passed.
    event.stopImmediatePropagation();
    finishLeaving();
  });
  const { navigation } = window;
  const first = navigation?.entries()[0];
  // The first page may be another document, which a slow phone takes its time to load; this one ends with its arrival.
  if (navigation && first) return void navigation.traverseTo(first.key).committed?.catch(finishLeaving);
  history.go(-back);
  setTimeout(finishLeaving, WAIT_MS);
}

/** Finishes a leave, which may have led back to another document of ours. Answers whether there was one. */
export function finishLeaving(): boolean {
  const destination = pending ?? findStored();
  if (!destination) return false;
  forget();
  prepare(() => startAnew(destination));
  return true;
}

function startAnew({ to, state }: Destination): void {
  // A script of the router's replaces the whole state of an entry that has no key.
  const entryAt = (idx: number) => ({ usr: state, key: `saida${idx}`, idx, hasLeft: true });
  const isOnly = history.length === 1;
  // Behind the hash may stand the secret of a mailed link, which the page removes from the entry that it opens at.
  history.replaceState(entryAt(0), "", isOnly ? to : to.split("#", 1)[0]);
  if (!isOnly) history.pushState(entryAt(1), "", to);
  location.reload();
}

/** Did a leave end here? The server may still report that session, and the tab must not leave again for it. */
export const hasLeft = (): boolean => history.state?.hasLeft === true;

/** How many pages of ours lie before this one in the tab's history. */
function findPosition(): number {
  // Browsers from before 2026 do not have it: there the router counts the pages since it started.
  const position = window.navigation?.currentEntry?.index ?? history.state?.idx;
  return typeof position === "number" && position > 0 ? position : 0;
}

function store(destination: Destination): void {
  pending = destination;
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify(destination));
  } catch {
    // Without storage only this document can finish.
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
    // Nothing was stored.
  }
}
