import { type Filter, hasOtherAges, tidy, type ViewerRole, writeFilter } from "@caramelo/contract/discovery/address";
import type { SavedFilter } from "../types.ts";

/** A filter in three forms: for the list, for the address, and for the server to remember. */
export type AppliedFilter = { filter: Filter; address: Record<string, string>; saved: SavedFilter };

/**
 * Makes the three forms of a filter when it is applied. Default values are left out of the address and of the
 * remembered filter.
 */
export function toApplied(chosenFilter: Filter, viewer: ViewerRole): AppliedFilter {
  const filter = tidy(chosenFilter);
  const { ageMin: _, ageMax: __, ...rest } = filter;
  return { filter, address: writeFilter(filter, viewer), saved: hasOtherAges(filter, viewer) ? filter : rest };
}
