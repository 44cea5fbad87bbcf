import { type Filter, YES_FILTERS } from "@caramelo/contract/discovery/address";
import { NEAR_KM } from "@caramelo/contract/limits";
import { PRESENCE_LABELS, YES_WORDS } from "./filter-rules.ts";

/** A filter that one press applies or removes. */
type QuickFilter = { label: string; isChosen: boolean; change: Partial<Filter> };

/** Changes a filter to search around the member's city, with the current distance or else the default one. */
export const nearTo = (cityId: number, { distanceKm = NEAR_KM }: Pick<Filter, "distanceKm"> = {}): Partial<Filter> => ({
  cityId,
  distanceKm,
});

const ANYWHERE = { cityId: undefined, distanceKm: undefined };

/** The quick filters; only a member with a city can search near it. */
export function listQuickFilters(filter: Filter, ownCityId: number | undefined): QuickFilter[] {
  const { cityId, distanceKm, presence } = filter;
  const isNear = cityId === ownCityId && distanceKm !== undefined && distanceKm <= NEAR_KM;
  const near = ownCityId === undefined ? undefined : nearTo(ownCityId);
  const isOnline = presence === "online";
  return [
    ...(near ? [{ label: "Perto de mim", isChosen: isNear, change: isNear ? ANYWHERE : near }] : []),
    { label: PRESENCE_LABELS.online, isChosen: isOnline, change: { presence: isOnline ? undefined : "online" } },
    ...YES_FILTERS.map((name) => ({
      label: YES_WORDS[name].short,
      isChosen: filter[name] !== undefined,
      change: { [name]: filter[name] ? undefined : ("1" as const) },
    })),
  ];
}
