import type { DiscoveryFilter } from "@caramelo/contract/discovery/filter";
import { describe, expect, test } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import { ageOn } from "../../base/members/rules.ts";
import {
  birthDaysFor,
  isAgeRange,
  passingCities,
  questionOf,
  radiusFor,
  readStoredFilter,
  shownRoles,
} from "./filter-rules.ts";

const day = fc
  .date({ min: new Date("1926-01-01"), max: new Date("2080-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const leapDay = fc.constantFrom("1996-02-29", "2000-02-29", "2028-02-29", "2048-02-29");
const anyDay = fc.oneof({ weight: 3, arbitrary: day }, leapDay);
const age = fc.option(fc.integer({ min: 18, max: 99 }), { nil: undefined });

describe("discovery", () => {
  test("[K6.03] shows the opposite side, narrowed by the filter, and nobody when the filter names another side", () => {
    expect(shownRoles("baby", undefined)).toEqual(["daddy", "mommy"]);
    expect(shownRoles("baby", "mommy")).toEqual(["mommy"]);
    expect(shownRoles("baby", "baby")).toEqual([]);
    expect(shownRoles("daddy", undefined)).toEqual(["baby"]);
    expect(shownRoles("mommy", "daddy")).toEqual([]);
    expect(shownRoles("admin", undefined)).toEqual(["baby", "daddy", "mommy"]);
  });

  test("[D3.04] lets exactly those days of birth pass whose age fits, where 80 means 80 or more", () => {
    fc.assert(
      fc.property(anyDay, anyDay, age, age, (bornOn, today, min, max) => {
        const { after, until } = birthDaysFor({ ageMin: min, ageMax: max }, today);
        const isIn = (after === undefined || bornOn > after) && (until === undefined || bornOn <= until);
        const years = ageOn(bornOn, today);
        const isAsked = years >= (min ?? -200) && (max === undefined || max >= 80 || years <= max);
        expect(isIn).toBe(isAsked);
      }),
    );
  });

  test("[D3.04] filters by days of birth that the calendar has", () => {
    fc.assert(
      fc.property(anyDay, age, age, (today, min, max) => {
        for (const bound of Object.values(birthDaysFor({ ageMin: min, ageMax: max }, today))) {
          if (bound) expect(new Date(bound).toISOString().slice(0, 10)).toBe(bound);
        }
      }),
    );
  });

  test("[K5.04] needs a city and a distance below 200 km for a radius", () => {
    expect(radiusFor({ cityId: 1, distanceKm: 195 })).toEqual({ cityId: 1, km: 195 });
    for (const query of [{}, { cityId: 1 }, { distanceKm: 5 }, { cityId: 1, distanceKm: 200 }])
      expect(radiusFor(query)).toBeUndefined();
  });

  test("[K5.05] lets members pass whose distance is unknown, and everybody when the chosen city is not on the map", () => {
    const [here, lostCity] = [
      { id: 1, lat: -23.5, lng: -46.6 },
      { id: 3, lat: null, lng: null },
    ];
    expect(passingCities(here, [1, 2], [lostCity])).toEqual([1, 2, 3]);
    expect(passingCities(here, [1, 2], [])).toEqual([1, 2]);
    expect(passingCities(lostCity, [3], [lostCity])).toBeUndefined();
  });

  test("[K5.03] needs ends of the ages that are a year apart", () => {
    expect([isAgeRange({ ageMin: 18, ageMax: 19 }), isAgeRange({ ageMin: 80 }), isAgeRange({})]).toEqual(
      Array(3).fill(true),
    );
    expect([isAgeRange({ ageMin: 19, ageMax: 19 }), isAgeRange({ ageMin: 20, ageMax: 19 })]).toEqual([false, false]);
  });

  test("has one question for filters with the same meaning, and another one for another viewer", () => {
    const ask = (filter: DiscoveryFilter, viewer = "ana") => questionOf(filter, viewer);
    expect(ask({ ageMin: 18, ageMax: 80, cityId: 7, distanceKm: 200 })).toBe(ask({}));
    expect(ask({ distanceKm: 50 })).toBe(ask({}));
    const different: DiscoveryFilter[] = [
      {},
      { ageMin: 19 },
      { ageMax: 79 },
      { ageMin: 79 },
      { cityId: 7, distanceKm: 50 },
      { cityId: 8, distanceKm: 50 },
      { cityId: 7, distanceKm: 55 },
      { role: "daddy" as const },
      { role: "mommy" as const },
      { verified: "1" as const },
      { presence: "online" as const },
      { presence: "recent" as const },
    ];
    expect(new Set(different.map((filter) => ask(filter))).size).toBe(different.length);
    expect(ask({}, "eva")).not.toBe(ask({}));
  });

  test("reads a stored filter, and none of a form that is not known", () => {
    expect(readStoredFilter({ ageMin: 20, verified: "1" })).toEqual({ ageMin: 20, verified: "1" });
    for (const storedFilter of [null, undefined, [], { ageMin: 17 }, { shoeSize: 38 }])
      expect(readStoredFilter(storedFilter)).toBeNull();
  });
});
