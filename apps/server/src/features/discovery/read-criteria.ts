import type { AccountType } from "@caramelo/contract/accounts/account";
import { fieldTexts } from "@caramelo/contract/call/errors";
import type { DiscoveryFilter } from "@caramelo/contract/discovery/filter";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { LRUCache } from "lru-cache";
import { citiesWithin, findCity, getCity, listCities } from "../../platform/cities/cities.ts";
import { fail } from "../../platform/http/failure.ts";
import { presenceWindow } from "../presence/rules.ts";
import { type Criteria, marksOf } from "./filter-queries.ts";
import { birthDaysFor, isAgeRange, isUnlocated, passingCities, radiusFor, shownRoles } from "./filter-rules.ts";

/** The criteria of a viewer's filter. Fails for an age range of less than a year, and for an unknown city. */
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

/** The ids of the cities that pass the distance filter; undefined when all do. */
function cityIdsFor(filter: DiscoveryFilter): number[] | undefined {
  const radius = radiusFor(filter);
  if (!radius) return undefined;
  return circles.memo(`${radius.cityId} ${radius.km}`, { context: radius }).cityIds;
}

type Radius = NonNullable<ReturnType<typeof radiusFor>>;
// The cities around a centre take about 10 kB and are cached, because finding them measures the distance to every city.
const circles = new LRUCache<string, { cityIds: number[] | undefined }, Radius>({
  max: 1_000,
  memoMethod: (_name, _known, { context: { cityId, km } }) => ({
    cityIds: passingCities(getCity(cityId), citiesWithin(cityId, km), unlocated),
  }),
});

const unlocated = listCities().filter(isUnlocated);
