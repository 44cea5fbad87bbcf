import { describe, expect, test } from "vitest";
import { fc } from "../testing/properties.ts";
import {
  ANSWERS_FOR_P99,
  type Goal,
  goal,
  growthOf,
  isAimMet,
  isMet,
  least,
  measuredResult,
  median,
  medianRatio,
  most,
  percentile,
  ratio,
  sumUp,
  worst,
} from "./rules.ts";

const figures = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 200 });

describe("percentiles", () => {
  test("the percentile is the nearest rank", () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([percentile(hundred, 0.5), percentile(hundred, 0.99), percentile(hundred, 1)]).toEqual([50, 99, 100]);
    expect(percentile([7], 0.01)).toBe(7);
    expect(percentile([], 0.5)).toBeNaN();
  });

  test("a percentile is a measured value, and at least the share lies at or below it", () => {
    fc.assert(
      fc.property(figures, fc.double({ min: 0.01, max: 1, noNaN: true }), (values, share) => {
        const foundValue = percentile(values, share);
        expect(values).toContain(foundValue);
        expect(values.filter((value) => value <= foundValue).length).toBeGreaterThanOrEqual(
          values.length * share - 1e-9,
        );
      }),
    );
  });
});

describe("the growth of a row of values", () => {
  test("is that of its line, in per cent of the median", () => {
    expect(growthOf([100, 105, 110])).toBeCloseTo((10 / 105) * 100);
    expect(growthOf([7, 7, 7, 7])).toBe(0);
    expect(growthOf([110, 100])).toBeLessThan(0);
  });

  test("is not decided by a single value in the middle", () => {
    expect(growthOf([100, 100, 900, 100, 100])).toBeCloseTo(0);
  });

  test("is not known of fewer than two values", () => {
    expect(growthOf([5])).toBeNaN();
    expect(growthOf([])).toBeNaN();
  });
});

describe("medians", () => {
  test("the median is the middle value, whatever the order", () => {
    expect([median([3, 1, 2]), median([4, 1, 3, 2]), median([5])]).toEqual([2, 2.5, 5]);
    expect(median([])).toBeNaN();
  });

  test("a value that could not be measured is not passed over", () => {
    expect(median([Number.NaN, 1, 2])).toBeNaN();
    expect(isMet(median([1, Number.NaN, 2]), most(2, 1))).toBe(false);
  });

  test("the median ratio does not change when both of a pair are slowed", () => {
    fc.assert(
      fc.property(figures, fc.integer({ min: 1, max: 50 }), (values, slowness) => {
        const theirs = values.map((value) => value * 2);
        expect(medianRatio(values, theirs)).toBeCloseTo(0.5);
        expect(medianRatio([slowness, ...values], [slowness * 2, ...theirs])).toBeCloseTo(0.5);
      }),
    );
  });

  test("the median ratio needs pairs", () => {
    expect(() => medianRatio([1], [1, 2])).toThrow("as many");
  });
});

test("a round is summed up by its rate and by its answers", () => {
  expect(sumUp([10, 20, 200], 2)).toEqual({
    "a second": 1.5,
    "p50 ms": 20,
    "p95 ms": 200,
    "p99 ms": Number.NaN,
    answers: 3,
  });
});

test("the slowest hundredth is reported only for enough answers", () => {
  const latencies = (answers: number) => Array.from({ length: answers }, () => 7);
  expect(sumUp(latencies(ANSWERS_FOR_P99 - 1), 1)["p99 ms"]).toBeNaN();
  expect(sumUp(latencies(ANSWERS_FOR_P99), 1)["p99 ms"]).toBe(7);
});

describe("the value of a goal", () => {
  const samples = new Map([
    ["product", [{ ms: 2 }, { ms: 9 }, { ms: 4 }]],
    ["anchor", [{ ms: 1 }, { ms: 3 }, { ms: 4 }]],
  ]);

  const measuredValue = (goal: Goal) => measuredResult(goal, samples).value;

  test("is the middle of all turns, or the middle ratio to another side's", () => {
    expect(measuredValue(goal("ms", "product", most(5, 1)))).toBe(4);
    expect(measuredValue(ratio("ms", "product", "anchor", most(5, 1)))).toBe(2);
  });

  test("is the greatest of all turns where the worst counts", () => {
    expect(measuredValue({ ...goal("ms", "product", most(5, 1)), isWorst: true })).toBe(9);
  });

  test("is that of the worst of several sides", () => {
    const sides = ["anchor", "product"];
    expect(measuredResult(worst("ms", "sides", sides, most(5, 1)), samples)).toMatchObject({
      side: "product",
      value: 4,
    });
    expect(measuredResult(worst("ms", "sides", sides, least(5, 9)), samples)).toMatchObject({
      side: "anchor",
      value: 3,
    });
  });

  test("is not there for a side or a figure that was not measured, even when others were", () => {
    expect(measuredValue(goal("ms", "nobody", most(5, 1)))).toBeNaN();
    expect(measuredValue(goal("kB", "product", most(5, 1)))).toBeNaN();
    for (const sides of [
      ["nobody", "product"],
      ["product", "nobody", "anchor"],
    ])
      expect(measuredResult(worst("ms", "sides", sides, most(5, 1)), samples)).toMatchObject({
        side: "nobody",
        value: Number.NaN,
      });
  });
});

test("a target is met at its limit, and never by what could not be measured", () => {
  expect(isMet(0.8, least(0.8, 1))).toBe(true);
  expect(isMet(0.79, least(0.8, 1))).toBe(false);
  expect(isMet(12, most(12, 1))).toBe(true);
  expect(isMet(12.1, most(12, 1))).toBe(false);
  expect(isMet(Number.NaN, most(12, 1))).toBe(false);
});

test("an aim is beyond the target", () => {
  expect(isAimMet(1.2, least(0.8, 1.2))).toBe(true);
  expect(isAimMet(1.1, least(0.8, 1.2))).toBe(false);
  expect(isAimMet(3, most(4, 3))).toBe(true);
  expect(isAimMet(3.5, most(4, 3))).toBe(false);
});
