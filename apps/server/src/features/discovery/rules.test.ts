import { SEED_MAX } from "@caramelo/contract/limits";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ageOn } from "../profiles/rules.ts";
import { birthDaysFor, radiusFor, readCursor, SEGMENTS, segmentAt, shownRoles, writeCursor } from "./rules.ts";

const day = fc
  .date({ min: new Date("1926-01-01"), max: new Date("2080-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const leapDay = fc.constantFrom("1996-02-29", "2000-02-29", "2028-02-29", "2048-02-29");
const anyDay = fc.oneof({ weight: 3, arbitrary: day }, leapDay);
const age = fc.option(fc.integer({ min: 18, max: 99 }), { nil: undefined });

describe("whom discovery shows", () => {
  test("[K6.03] the opposite side, narrowed by the filter; nobody when it asks for another side", () => {
    expect(shownRoles("baby", undefined)).toEqual(["daddy", "mommy"]);
    expect(shownRoles("baby", "mommy")).toEqual(["mommy"]);
    expect(shownRoles("baby", "baby")).toEqual([]);
    expect(shownRoles("daddy", undefined)).toEqual(["baby"]);
    expect(shownRoles("mommy", "daddy")).toEqual([]);
    expect(shownRoles("admin", undefined)).toEqual(["baby", "daddy", "mommy"]);
  });

  test("[D3.04] the days of birth let pass exactly those whose age fits, 80 being 80 or more", () => {
    fc.assert(
      fc.property(anyDay, anyDay, age, age, (bornOn, today, min, max) => {
        const { after, until } = birthDaysFor({ min, max }, today);
        const isIn = (after === undefined || bornOn > after) && (until === undefined || bornOn <= until);
        const years = ageOn(bornOn, today);
        const isAsked = years >= (min ?? -200) && (max === undefined || max >= 80 || years <= max);
        expect(isIn).toBe(isAsked);
      }),
      { numRuns: 2_000 },
    );
  });

  test("[D3.04] the days of birth are days that the calendar has", () => {
    fc.assert(
      fc.property(anyDay, age, age, (today, min, max) => {
        for (const bound of Object.values(birthDaysFor({ min, max }, today))) {
          if (bound) expect(new Date(bound).toISOString().slice(0, 10)).toBe(bound);
        }
      }),
    );
  });

  test("[K5.04] a radius needs a city and a distance below 200 km", () => {
    expect(radiusFor({ cityId: 1, distanceKm: 195 })).toEqual({ cityId: 1, km: 195 });
    for (const query of [{}, { cityId: 1 }, { distanceKm: 5 }, { cityId: 1, distanceKm: 200 }])
      expect(radiusFor(query)).toBeUndefined();
  });

  test("[K9.02] tiers follow each other, each from the seed on and then up to it", () => {
    const parts = Array.from({ length: SEGMENTS }, (_, index) => segmentAt(index));
    expect(parts.map(({ tier, isFromSeed }) => `${tier}${isFromSeed ? "+" : "-"}`).join(" ")).toBe(
      "0+ 0- 1+ 1- 2+ 2- 3+ 3-",
    );
  });
});

const key = fc.integer({ min: 0, max: SEED_MAX });
const place = fc.record({ segment: fc.integer({ min: 0, max: SEGMENTS - 1 }), key, id: fc.uuid() });

describe("a cursor", () => {
  test("leads back to the place it was written for, with the seed of that visit", () => {
    fc.assert(
      fc.property(place, key, (where, seed) => {
        const isFitting = segmentAt(where.segment).isFromSeed === where.key >= seed;
        expect(readCursor(writeCursor(where), seed)).toEqual(isFitting ? where : undefined);
        expect(writeCursor(where)).toMatch(/^[\w-]{28}$/);
      }),
    );
  });

  test("that nobody gave is none, whatever it is", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 80 }), fc.base64String({ maxLength: 80 })), key, (text, seed) => {
        const where = readCursor(text, seed);
        if (where) expect(writeCursor(where)).toBe(text);
      }),
    );
    const good = writeCursor({ segment: 0, key: 7, id: "0189a1b2-0000-7000-8000-000000000001" });
    expect(readCursor(good, 7)).toBeDefined();
    for (const text of ["", good.slice(1), `${good}A`, `${good}=`, ` ${good}`, `_${good.slice(1)}`, good.repeat(2)])
      expect(readCursor(text, 7)).toBeUndefined();
  });
});
