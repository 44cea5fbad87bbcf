import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ANSWERS_FOR_P99, isAimMet, isMet, median, medianRatio, percentile, sumUp } from "./rules.ts";

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
        const found = percentile(values, share);
        expect(values).toContain(found);
        expect(values.filter((value) => value <= found).length).toBeGreaterThanOrEqual(values.length * share - 1e-9);
      }),
    );
  });
});

describe("medians", () => {
  test("the median is the middle value, whatever the order", () => {
    expect([median([3, 1, 2]), median([4, 1, 3, 2]), median([5])]).toEqual([2, 2.5, 5]);
    expect(median([])).toBeNaN();
  });

  test("a value that could not be measured is not passed over", () => {
    expect(median([Number.NaN, 1, 2])).toBeNaN();
    expect(isMet({ name: "largest paint", value: median([1, Number.NaN, 2]), atMost: 2 })).toBe(false);
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

test("rounds are summed up by their middle rate and by all their answers", () => {
  const round = (answers: number, seconds: number) => {
    return { answers, seconds, latencies: [answers], processorMs: 3 * answers };
  };
  expect(sumUp([round(10, 1), round(60, 2), round(200, 10)])).toEqual({
    perSecond: 20,
    p50: 60,
    p95: 200,
    p99: Number.NaN,
    answers: 3,
    processorMs: 3,
  });
});

test("the slowest hundredth is reported only for enough answers", () => {
  const rounds = (answers: number) => [{ answers, seconds: 1, latencies: Array.from({ length: answers }, () => 7) }];
  expect(sumUp(rounds(ANSWERS_FOR_P99 - 1)).p99).toBeNaN();
  expect(sumUp(rounds(ANSWERS_FOR_P99)).p99).toBe(7);
});

test("a target is met at its limit, and never by what could not be measured", () => {
  expect(isMet({ name: "a", value: 0.8, atLeast: 0.8 })).toBe(true);
  expect(isMet({ name: "a", value: 0.79, atLeast: 0.8 })).toBe(false);
  expect(isMet({ name: "a", value: 12, atMost: 12 })).toBe(true);
  expect(isMet({ name: "a", value: 12.1, atMost: 12 })).toBe(false);
  expect(isMet({ name: "a", value: Number.NaN, atMost: 12 })).toBe(false);
});

test("an aim lies beyond the target, and what has none never meets it", () => {
  expect(isAimMet({ name: "a", value: 1.2, atLeast: 0.8, aim: 1.2 })).toBe(true);
  expect(isAimMet({ name: "a", value: 1.1, atLeast: 0.8, aim: 1.2 })).toBe(false);
  expect(isAimMet({ name: "a", value: 3, atMost: 4, aim: 3 })).toBe(true);
  expect(isAimMet({ name: "a", value: 3.5, atMost: 4, aim: 3 })).toBe(false);
  expect(isAimMet({ name: "a", value: 9, atLeast: 1 })).toBe(false);
});
