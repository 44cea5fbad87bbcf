import { type Filter, fromSaved } from "@caramelo/contract/discovery/address";
import { api } from "~/platform/api.ts";
import type { SessionUser } from "~/platform/session.ts";
import { createStore, useStore } from "~/platform/store.ts";
import type { SavedFilter } from "../queries.ts";

/**
 * The filter last applied in this page. `before` is the session's saved filter (as JSON) at that time. It no longer
 * counts once the session has another saved filter.
 */
type LatestFilter = { memberId: string; filter: Filter; before: string };
const applied = createStore<LatestFilter | undefined>(undefined);

const keptBy = (me: SessionUser) => JSON.stringify(me.discoveryFilter);

/** The filter that this member applied last, here or on another device. */
export function useSavedFilter(me: SessionUser): Filter {
  const latest = useStore(applied);
  const isLatest = latest?.memberId === me.id && latest.before === keptBy(me);
  return isLatest ? latest.filter : fromSaved(me.discoveryFilter, me.role);
}

/** Filters are saved one by one, because parallel requests may arrive in either order. */
let saving: Promise<unknown> = Promise.resolve();

/** Saves the filter for the member's next visit. When saving fails, the filter still applies to this visit. */
export function saveFilter(me: SessionUser, filter: Filter, body: SavedFilter): void {
  applied.set({ memberId: me.id, filter, before: keptBy(me) });
  saving = saving.then(() => api.discovery.saveFilter({ body })).catch(() => {});
}

const STORED_AS = "filtros";
const OPEN = "abertos";

/** Whether the filters are open next to the grid, as remembered on this device. */
export function findIsOpen(): boolean {
  try {
    return localStorage.getItem(STORED_AS) === OPEN;
  } catch {
    return false;
  }
}

export function storeIsOpen(isOpen: boolean): void {
  try {
    if (isOpen) localStorage.setItem(STORED_AS, OPEN);
    else localStorage.removeItem(STORED_AS);
  } catch {
    // Without storage the filters are closed on the next start.
  }
}
