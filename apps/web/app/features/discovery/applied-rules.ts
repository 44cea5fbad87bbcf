import { type Filter, NAMES, RECENT, tidy, type ViewerRole } from "@caramelo/contract/discovery/address";
import { hasOtherAges } from "./filter-rules.ts";
import type { SavedFilter } from "./types.ts";

/** A filter in its three forms: for the list, for the address and for the server to remember. */
export type Applied = { filter: Filter; address: Record<string, string>; saved: SavedFilter };

/** What the panel hands over when its filter is applied. Defaults are left out of the address and of what is remembered. */
export function toApplied(chosen: Filter, viewer: ViewerRole): Applied {
  const filter = tidy(chosen);
  const { ageMin, ageMax, ...rest } = filter;
  const { cityId, distanceKm, role, verified, presence } = rest;
  const hasAges = hasOtherAges(filter, viewer);
  const address = {
    ...(hasAges && { [NAMES.ages]: `${ageMin}-${ageMax}` }),
    ...(cityId && { [NAMES.city]: String(cityId) }),
    ...(distanceKm && { [NAMES.km]: String(distanceKm) }),
    ...(role && { [NAMES.role]: role }),
    ...(verified && { [NAMES.verified]: verified }),
    ...(presence && { [NAMES.presence]: presence === "recent" ? RECENT : presence }),
  };
  return { filter, address, saved: hasAges ? filter : rest };
}
