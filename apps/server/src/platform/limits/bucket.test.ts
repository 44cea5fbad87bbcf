import type { RateLimitName } from "@caramelo/contract/call/rate-limits";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import { attempt } from "../../testing/attempt-limit.ts";
import { openBucket } from "./bucket.ts";
import type { Rate, RateLimit } from "./rate.ts";
import { openRateLimits } from "./rate-limit.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const attempts = async (limit: RateLimit, times: number) => {
  const outcomes: Awaited<ReturnType<typeof attempt>>[] = [];
  for (let i = 0; i < times; i += 1) outcomes.push(await attempt(limit));
  return outcomes;
};
const TEN: Rate = { points: 10, seconds: 10 };

describe("a bucket", () => {
  test("[D2.42] of ten in ten seconds lets ten pass at once, and one each second for ever", async () => {
    const bucket = openBucket(TEN);
    expect(await attempts(bucket, 12)).toEqual([...Array(10).fill("taken"), 1, 1]);
    for (let second = 0; second < 100; second += 1) {
      vi.advanceTimersByTime(1_000);
      expect(await attempts(bucket, 2)).toEqual(["taken", 1]);
    }
  });

  test("[D2.42] lets a sender of eight at once go on at one in 1.1 seconds", async () => {
    const bucket = openBucket(TEN);
    expect(await attempts(bucket, 8)).toEqual(Array(8).fill("taken"));
    for (let i = 0; i < 50; i += 1) {
      vi.advanceTimersByTime(1_100);
      expect(await attempt(bucket)).toBe("taken");
    }
  });

  test("is full again after a pause, and never fuller", async () => {
    const bucket = openBucket(TEN);
    await attempts(bucket, 10);
    vi.advanceTimersByTime(3_600_000);
    expect(await attempts(bucket, 11)).toEqual([...Array(10).fill("taken"), 1]);
  });

  test("is charged with what work took, also in parts and beyond what it held, and refills after that", async () => {
    const bucket = openBucket(TEN);
    await bucket.charge("k", 9.5);
    await expect(bucket.check("k")).rejects.toMatchObject({ details: { retryAfterSeconds: 1 } });
    await bucket.charge("k", 3);
    vi.advanceTimersByTime(3_400);
    await expect(bucket.check("k")).rejects.toThrow("RATE_LIMIT_EXCEEDED");
    vi.advanceTimersByTime(100);
    await bucket.check("k");
    await bucket.check("other");
  });

  test("[T58] owes no more than it holds, however much is charged at once, and takes back what is given back", async () => {
    const bucket = openBucket(TEN);
    for (let at = 0; at < 10; at += 1) await bucket.take("k");
    for (let at = 0; at < 10; at += 1) await bucket.charge("k", 19);
    expect(await attempt(bucket)).toBe(11);
    await bucket.giveBack("k");
    expect(await attempt(bucket)).toBe(10);
  });

  test("keeps each key apart, and forgets or gives back what it is asked to", async () => {
    const bucket = openBucket({ points: 2, seconds: 60 });
    expect([await attempt(bucket), await attempt(bucket), await attempt(bucket)]).toEqual(["taken", "taken", 30]);
    expect(await attempt(bucket, "other")).toBe("taken");
    await bucket.giveBack("k");
    expect([await attempt(bucket), await attempt(bucket)]).toEqual(["taken", 30]);
    await bucket.forget("k");
    expect(await attempts(bucket, 3)).toEqual(["taken", "taken", 30]);
    for (let i = 0; i < 9; i += 1) await bucket.giveBack("k");
    expect(await attempts(bucket, 3)).toEqual(["taken", "taken", 30]);
  });

  test("forgets a key once its bucket is full again, so that strangers do not fill the memory", async () => {
    const bucket = openBucket(TEN);
    for (let i = 0; i < 1_000; i += 1) await attempt(bucket, `stranger ${i}`);
    expect(bucket.size()).toBe(1_000);
    vi.advanceTimersByTime(10_001);
    await attempt(bucket);
    expect(bucket.size()).toBe(1);
  });
});

const rates = fc.record({ points: fc.integer({ min: 1, max: 20 }), seconds: fc.integer({ min: 1, max: 60 }) });
const gaps = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 80 });

test("[D2.42] in no span of time do more pass than the burst and what was refilled in it", async () => {
  await fc.assert(
    fc.asyncProperty(rates, gaps, async (rate, pauses) => {
      const bucket = openBucket(rate);
      const takenAt: number[] = [];
      for (const pause of pauses) {
        vi.advanceTimersByTime(pause);
        if ((await attempt(bucket)) === "taken") takenAt.push(Date.now());
      }
      for (const [first, from] of takenAt.entries())
        for (const [last, to] of takenAt.entries()) {
          const refilled = (rate.points * (to - from)) / (rate.seconds * 1_000);
          if (last >= first) expect(last - first + 1).toBeLessThanOrEqual(Math.floor(rate.points + refilled + 1e-6));
        }
    }),
  );
});

test("the wait that a bucket names is long enough, and at most a second too long", async () => {
  await fc.assert(
    fc.asyncProperty(rates, gaps, async (rate, pauses) => {
      const bucket = openBucket(rate);
      for (const pause of pauses) {
        vi.advanceTimersByTime(pause);
        const outcome = await attempt(bucket);
        if (typeof outcome !== "number") continue;
        vi.advanceTimersByTime((outcome - 1) * 1_000);
        if (outcome > 1) expect(await attempt(bucket)).toBe(1);
        vi.advanceTimersByTime(1_000);
        expect(await attempt(bucket)).toBe("taken");
      }
    }),
  );
});

test("[D2.42] the limit of messages is a bucket, and the limit of reports a window", async () => {
  const rate: Rate = { points: 2, seconds: 2 };
  // The cast holds for these two; the other limits are not used here.
  const { limits } = openRateLimits({ messages: rate, reports: rate } as Record<RateLimitName, Rate>);
  const { messages, reports } = limits;
  expect(await attempts(messages, 3)).toEqual(["taken", "taken", 1]);
  expect(await attempts(reports, 3)).toEqual(["taken", "taken", 2]);
  vi.advanceTimersByTime(1_000);
  expect([await attempt(messages), await attempt(reports)]).toEqual(["taken", 1]);
});
