import { describe, expect, test, vi } from "vitest";
import { endInTime, fc, runs } from "./properties.ts";

const isSmall = (n: number) => n < 1_000;
const number = fc.integer({ min: 0, max: 1_000_000 });

/** A plugin for a test whose limit is 120 s, and whose time passes only when a property lets it. */
function openTime() {
  const time = { passedMs: 0, limitMs: 120_000 };
  const lines: string[] = [];
  return {
    time,
    lines,
    plugins: [
      endInTime(
        () => time,
        (line) => lines.push(line),
      ),
    ],
  };
}

describe("a failed property", () => {
  test("prints its seed, its path and the counterexample, with which it fails again", async () => {
    const failure: unknown = await fc
      .assert(
        fc.asyncProperty(number, async (n) => isSmall(n)),
        { seed: 7 },
      )
      .catch(String);
    expect(failure).toMatch(/\{ seed: 7, path: "[\d:]+", endOnFailure: true \}\nCounterexample: \[1000\]/);

    const [, path] = /path: "([\d:]+)"/.exec(String(failure)) ?? [];
    const replayed = () => fc.assert(fc.property(number, isSmall), { seed: 7, path, endOnFailure: true });
    expect(replayed).toThrow("Property failed after 1 tests");
    expect(replayed).toThrow("Counterexample: [1000]");
  });

  test("prints what it has found when the time is over while it shrinks", () => {
    const { time, plugins } = openTime();
    const property = fc.property(number, (n) => {
      if (!isSmall(n)) time.passedMs = 20_001;
      return isSmall(n);
    });
    expect(() => fc.assert(property, { plugins, seed: 7 })).toThrow(/seed: 7, path: "\d+"(.|\n)*Shrunk 0 time/);
  });

  test("prints the input of a run that hangs", async () => {
    const { time, plugins } = openTime();
    time.limitMs = 10;
    const property = fc.asyncProperty(fc.constant("slow"), () => new Promise<void>(() => {}));
    const failure = await fc.assert(property, { plugins, seed: 7 }).catch((err) => err);
    expect(failure.message).toMatch(/seed: 7, path: "0"(.|\n)*Counterexample: \["slow"\]/);
    expect(failure.cause.message).toBe("the run did not end in time");
  });

  test("prints the failure, and not an input that hangs while it shrinks", async () => {
    const { time, plugins } = openTime();
    time.limitMs = 10;
    let hasFailed = false;
    const property = fc.asyncProperty(number, async () => {
      if (hasFailed) await new Promise(() => {});
      hasFailed = true;
      throw new Error("too large");
    });
    const failure = await fc.assert(property, { plugins }).catch((err) => err);
    expect(failure.cause.message).toBe("too large");
  });
});

describe("a property whose time is over", () => {
  test.each(["sync", "async"])("passes with fewer runs, and says so: %s", async (kind) => {
    const { time, lines, plugins } = openTime();
    let count = 0;
    const run = () => {
      count += 1;
      time.passedMs += 4_000;
    };
    const options = { plugins, numRuns: 50 };
    if (kind === "sync") fc.assert(fc.property(number, run), options);
    else
      await fc.assert(
        fc.asyncProperty(number, async () => run()),
        options,
      );
    expect(count).toBe(6);
    expect(lines).toEqual([`${expect.getState().currentTestName}: 6 of 50 runs in 24 s`]);
  });

  test("takes at least one run, however slow the test was before it", () => {
    const { time, lines, plugins } = openTime();
    time.passedMs = 55_000;
    fc.assert(
      fc.property(number, (n) => fc.pre(n % 2 === 0)),
      { plugins, numRuns: 50 },
    );
    expect(lines).toEqual([expect.stringContaining(": 1 of 50 runs in 55 s")]);
  });

  test("takes all its runs where the test has no limit", () => {
    const { time, lines, plugins } = openTime();
    Object.assign(time, { passedMs: 86_400_000, limitMs: Number.POSITIVE_INFINITY });
    const run = vi.fn();
    fc.assert(fc.property(number, run), { plugins, numRuns: 50 });
    expect(run).toHaveBeenCalledTimes(50);
    expect(lines).toEqual([]);
  });
});

test.each([
  ["few", { numRuns: 2, seed: expect.any(Number), endOnFailure: false }],
  ["many", { numRuns: 25, endOnFailure: false }],
  ["20000", { numRuns: 20_000, endOnFailure: true }],
])("TEST_RUNS=%s decides how many runs a property takes, and whether its seed is always the same", (value, options) => {
  expect(runs(25, value)).toEqual(options);
});
