import { describe, expect, test } from "vitest";
import { DRAIN_STEP_MS, planDrain } from "../apps/server/src/platform/live/drain-rules.ts";
import { classifyClose, drawReconnectDelays } from "../apps/web/app/platform/live-rules.ts";
import { openRandom } from "./random.ts";

const FLEET = Array.from({ length: 5_000 }, (_, at) => at);
const random = openRandom(20_261_127);

/** When each browser connects again, in milliseconds after the drain has begun to end connections. */
const listReturns = (drainMs: number) =>
  planDrain(FLEET, drainMs).flatMap((group, step) =>
    group.map(() => step * DRAIN_STEP_MS + drawReconnectDelays(random).firstMs),
  );

/** The most browsers that connect within any span of this many milliseconds. */
function findRush(returns: readonly number[], spanMs: number): number {
  const sortedReturns = returns.toSorted((a, b) => a - b);
  let first = 0;
  return sortedReturns.reduce((most, at, last) => {
    while ((sortedReturns[first] ?? at) <= at - spanMs) first += 1;
    return Math.max(most, last - first + 1);
  }, 0);
}

describe("5,000 browsers of a process that stops", () => {
  test("connect again over ten seconds when it drains for fifteen", () => {
    const returns = listReturns(10_000);
    expect(returns).toHaveLength(FLEET.length);
    expect(findRush(returns, 1_000)).toBeLessThan(650);
    expect(findRush(returns, 100)).toBeLessThan(100);
  });

  test("connect again over more than two seconds when it does not drain, or is killed", () => {
    const returns = listReturns(0);
    expect(Math.min(...returns)).toBeGreaterThanOrEqual(800);
    expect(findRush(returns, 1_000)).toBeLessThan(2_300);
    expect(findRush(returns, 100)).toBeLessThan(300);
  });

  test("take the end for an accident, after which they connect again", () => {
    expect(classifyClose(1001)).toBe("accident");
  });
});
