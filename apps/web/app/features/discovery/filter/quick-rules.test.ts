import { emptyFilter, type Filter, tidy } from "@caramelo/contract/discovery/address";
import { NEAR_KM } from "@caramelo/contract/limits";
import { describe, expect, test } from "vitest";
import { fc } from "../../../../../../testing/properties.ts";
import { listQuickFilters, nearTo } from "./quick-rules.ts";

const SANTOS = 3_548_500;
const filter = (changes: Partial<Filter> = {}): Filter => ({ ...emptyFilter("daddy"), ...changes });
const chosenOf = (of: Filter, cityId: number | undefined = SANTOS) =>
  listQuickFilters(of, cityId).flatMap(({ label, isChosen }) => (isChosen ? [label] : []));

const anyFilter = fc
  .record({
    cityId: fc.constantFrom(SANTOS, 3_550_308, undefined),
    distanceKm: fc.constantFrom(5, 100, 105, 200, undefined),
    verified: fc.constantFrom("1" as const, undefined),
    presence: fc.constantFrom("online" as const, "recent" as const, undefined),
  })
  .map((part) => tidy(filter(part)));

describe("the quick filters", () => {
  test("[D3.33] are near, online and verified, each chosen while the filter says so", () => {
    expect(listQuickFilters(filter(), SANTOS).map(({ label }) => label)).toEqual([
      "Perto de mim",
      "Online",
      "Verificados",
    ]);
    expect(chosenOf(filter())).toEqual([]);
    expect(chosenOf(filter({ cityId: SANTOS, distanceKm: NEAR_KM }))).toEqual(["Perto de mim"]);
    expect(chosenOf(filter({ cityId: SANTOS, distanceKm: 50, presence: "online", verified: "1" }))).toEqual([
      "Perto de mim",
      "Online",
      "Verificados",
    ]);
    expect(chosenOf(filter({ cityId: SANTOS }))).toEqual([]);
    expect(chosenOf(filter({ cityId: SANTOS, distanceKm: 105 }))).toEqual([]);
    expect(chosenOf(filter({ cityId: 3_550_308, distanceKm: 50 }))).toEqual([]);
    expect(chosenOf(filter({ presence: "recent" }))).toEqual([]);
  });

  test("[D3.33] offer nothing near to a viewer without a city, such as the staff", () => {
    expect(listQuickFilters(filter(), undefined).map(({ label }) => label)).toEqual(["Online", "Verificados"]);
    expect(chosenOf(filter({ distanceKm: 50 }), undefined)).toEqual([]);
  });

  test("[D3.33] choose with one press, and take back with another, what they say and nothing else", () => {
    fc.assert(
      fc.property(anyFilter, fc.integer({ min: 0, max: 2 }), (start, at) => {
        const press = (from: Filter) => tidy({ ...from, ...listQuickFilters(from, SANTOS)[at]?.change });
        const states = (of: Filter) => listQuickFilters(of, SANTOS).map(({ isChosen }) => isChosen);
        const pressedFilter = press(start);
        expect(states(pressedFilter)).toEqual(
          states(start).map((isChosen, index) => (index === at ? !isChosen : isChosen)),
        );
        expect(states(press(pressedFilter))).toEqual(states(start));
      }),
    );
  });

  test("[D3.33] near to the own city keeps a distance that was chosen, and else begins with 100 km", () => {
    expect(nearTo(SANTOS)).toEqual({ cityId: SANTOS, distanceKm: 100 });
    expect(nearTo(SANTOS, filter({ distanceKm: 25 }))).toEqual({ cityId: SANTOS, distanceKm: 25 });
  });
});
