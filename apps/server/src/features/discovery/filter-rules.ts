import type { AccountType } from "@caramelo/contract/accounts/account";
import { DiscoveryFilter } from "@caramelo/contract/discovery/filter";
import { AGE_FILTER_MAX, AGE_FILTER_MIN, DISTANCE_MAX_KM } from "@caramelo/contract/limits";
import { oppositeRoles } from "../../base/members/rules.ts";

const EVERY_TYPE: readonly AccountType[] = ["baby", "daddy", "mommy"];

/** The roles that a viewer asks for and may see; empty when they ask for a role that they may not see. */
export function shownRoles(viewer: AccountType | "admin", wantedType: AccountType | undefined): AccountType[] {
  const roles = viewer === "admin" ? EVERY_TYPE : oppositeRoles(viewer);
  return roles.filter((role) => wantedType === undefined || role === wantedType);
}

/** The ends of the age filter are at least a year apart. */
export function isAgeRange({ ageMin, ageMax }: Pick<DiscoveryFilter, "ageMin" | "ageMax">): boolean {
  return ageMin === undefined || ageMax === undefined || ageMin < ageMax;
}

/** Members who were born after `after` and not after `until` pass; undefined leaves an end open. */
export type BirthDays = { after: string | undefined; until: string | undefined };

/** The days of birth that give the wanted ages today. The upper end of the filter means "or more". */
export function birthDaysFor({ ageMin, ageMax }: DiscoveryFilter, today: string): BirthDays {
  const isOpen = ageMax === undefined || ageMax >= AGE_FILTER_MAX;
  return {
    after: isOpen ? undefined : yearsBefore(today, ageMax + 1),
    until: ageMin === undefined ? undefined : yearsBefore(today, ageMin),
  };
}

/** The same day `years` years ago; 28 February when that year has no 29 February. */
function yearsBefore(day: string, years: number): string {
  const year = Number(day.slice(0, 4)) - years;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const rest = day.slice(4) === "-02-29" && !isLeap ? "-02-28" : day.slice(4);
  return `${year}${rest}`;
}

/** The radius of the distance filter in kilometres; undefined when there is none. */
export function radiusFor({ cityId, distanceKm }: DiscoveryFilter): { cityId: number; km: number } | undefined {
  if (cityId === undefined || distanceKm === undefined || distanceKm >= DISTANCE_MAX_KM) return undefined;
  return { cityId, km: distanceKm };
}

type Place = { id: number; lat: number | null; lng: number | null };

export const isUnlocated = ({ lat, lng }: Place) => lat === null || lng === null;

/**
 * The cities that pass a distance filter: those near the centre, and those without coordinates, whose distance is
 * unknown (K5). Undefined when the centre has no coordinates: then no distance is known, and all cities pass.
 */
export function passingCities(centre: Place, near: readonly number[], unlocated: readonly Place[]) {
  return isUnlocated(centre) ? undefined : [...near, ...unlocated.map(({ id }) => id)];
}

/** A text that is the same for all filters of a viewer that find the same members. */
export function questionOf(filter: DiscoveryFilter, viewerId: string): string {
  const { ageMin, ageMax, cityId: _, distanceKm: __, ...rest } = filter;
  const radius = radiusFor(filter);
  const ages = [ageMin === AGE_FILTER_MIN ? undefined : ageMin, ageMax === AGE_FILTER_MAX ? undefined : ageMax];
  return JSON.stringify([viewerId, ...ages, radius?.cityId, radius?.km, Object.entries(rest).sort()]);
}

/** A member's stored filter; null when there is none, or when it no longer fits the present schema. */
export function readStoredFilter(storedFilter: unknown): DiscoveryFilter | null {
  return DiscoveryFilter.safeParse(storedFilter).data ?? null;
}
