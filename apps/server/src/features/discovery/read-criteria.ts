import type { AccountType } from "@caramelo/contract/accounts/account";
import { fieldTexts } from "@caramelo/contract/call/errors";
import type { DiscoveryFilter } from "@caramelo/contract/discovery/filter";
import { citiesWithin, findCity, getCity, listCities } from "../../platform/cities/cities.ts";
import { fail } from "../../platform/http/failure.ts";
import { dayInBrazil } from "../../platform/time/calendar-rules.ts";
import { presenceWindow } from "../presence/rules.ts";
import { type Criteria, marksOf } from "./filter-queries.ts";
import { birthDaysFor, isAgeRange, isUnlocated, passingCities, radiusFor, shownRoles } from "./filter-rules.ts";

/** Whom a viewer asks for. Refuses a filter that makes no sense. */
export function readCriteria(
  filter: DiscoveryFilter,
  me: { id: string; role: AccountType | "admin" },
  now: Date,
): Criteria {
  if (!isAgeRange(filter)) failAt("ageMax");
  if (filter.cityId !== undefined && !findCity(filter.cityId)) failAt("cityId");
  return {
    viewerId: me.id,
    roles: shownRoles(me.role, filter.role),
    born: birthDaysFor(filter, dayInBrazil(now)),
    cityIds: cityIdsFor(filter),
    marks: marksOf(filter),
    presence: filter.presence && presenceWindow(filter.presence, now),
  };
}

export function failAt(field: string): never {
  fail("VALIDATION_ERROR", { fields: { [field]: fieldTexts.invalid } });
}

// Some 10 kB each. Finding one measures the distance to every city.
const CIRCLES_KEPT = 1_000;
const knownCircles = new Map<string, number[] | undefined>();

const unlocated = listCities().filter(isUnlocated);

/** The ids of the cities that pass the distance filter; undefined when all do. */
function cityIdsFor(filter: DiscoveryFilter): number[] | undefined {
  const radius = radiusFor(filter);
  if (!radius) return undefined;
  const name = `${radius.cityId} ${radius.km}`;
  if (knownCircles.has(name)) return knownCircles.get(name);
  const passing = passingCities(getCity(radius.cityId), citiesWithin(radius.cityId, radius.km), unlocated);
  const [oldest] = knownCircles.keys();
  if (knownCircles.size >= CIRCLES_KEPT && oldest !== undefined) knownCircles.delete(oldest);
  knownCircles.set(name, passing);
  return passing;
}
