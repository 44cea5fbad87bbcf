import { type Filter, hasOtherAges, tidy, type ViewerRole, writeFilter } from "@caramelo/contract/discovery/address";
import type { SavedFilter } from "../types.ts";

/** A filter in its three forms: for the list, for the address and for the server to remember. */
export type AppliedFilter = { filter: Filter; address: Record<string, string>; saved: SavedFilter };

/** What the panel hands over when its filter is applied. Defaults are left out of the address and of what is remembered. */
export function toApplied(chosenFilter: Filter, viewer: ViewerRole): AppliedFilter {
  const filter = tidy(chosenFilter);
  const { ageMin: _, ageMax: __, ...rest } = filter;
  return { filter, address: writeFilter(filter, viewer), saved: hasOtherAges(filter, viewer) ? filter : rest };
}
