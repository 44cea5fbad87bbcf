import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { covers, FRESH_MS, freshAt, keepSamples, mayAnswer } from "./replica-rules.ts";

const sample = (takenAt: number, bytes: number, timeline = 1) => ({ takenAt, bytes, timeline });
const known = (report: ReturnType<typeof sample>, samples: ReturnType<typeof sample>[]) => ({
  report,
  freshAt: freshAt(report, samples),
});
const unread = { wroteAt: undefined };

describe("how old a replica is", () => {
  test("it has what was committed before the latest sample that it has replayed", () => {
    const samples = [sample(1_000, 100), sample(1_500, 200), sample(2_000, 300)];
    expect(freshAt(sample(2_001, 250), samples)).toBe(1_500);
    expect(freshAt(sample(2_001, 300), samples)).toBe(2_000);
    expect(freshAt(sample(2_001, 99), samples)).toBeUndefined();
  });

  test("one that is paused stays fresh while nothing happens at the primary", () => {
    const report = sample(9_001, 300);
    expect(mayAnswer(known(report, [sample(9_000, 300)]), { now: 9_400, ...unread })).toBe(true);
  });

  test("one that has bytes of another timeline does not have those of a failover", () => {
    const samples = [sample(1_000, 100, 1), sample(1_500, 200, 2)];
    expect(freshAt(sample(1_501, 900, 1), samples)).toBe(1_000);
    expect(freshAt(sample(1_501, 200, 2), samples)).toBe(1_500);
  });

  test("samples are kept for a minute, so that the age of one that is behind is known", () => {
    const samples = [sample(0, 1), sample(30_000, 2), sample(60_001, 3)];
    expect(keepSamples(samples, 60_001).map(({ bytes }) => bytes)).toEqual([2, 3]);
  });
});

describe("whether a replica may answer", () => {
  const samples = [sample(10_000, 100)];
  const at = (now: number, wroteAt?: number) => mayAnswer(known(sample(10_100, 100), samples), { now, wroteAt });

  test("it may for two seconds after the moment that it has", () => {
    expect(at(10_000 + FRESH_MS)).toBe(true);
    expect(at(10_001 + FRESH_MS)).toBe(false);
  });

  test("it may not before it has what the reader has written", () => {
    expect(at(10_200, 9_999)).toBe(true);
    expect(at(10_200, 10_000)).toBe(false);
    expect(at(10_200, 10_150)).toBe(false);
  });

  test("it may not without a report, or once it has been silent for two seconds", () => {
    expect(mayAnswer({ report: undefined, freshAt: 10_000 }, { now: 10_001, ...unread })).toBe(false);
    expect(mayAnswer({ report: sample(8_000, 100), freshAt: 10_000 }, { now: 10_001, ...unread })).toBe(false);
    expect(mayAnswer(known(sample(10_000, 1), samples), { now: 10_001, ...unread })).toBe(false);
  });
});

test("whoever may answer has every commit of two seconds ago and every write of the reader, whatever the order of events", () => {
  const step = fc.record({
    ms: fc.integer({ min: 1, max: 900 }),
    what: fc.constantFrom("commit", "write", "replay", "sample", "report", "failover"),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let [now, timeline, bytes] = [0, 1, 0];
      const commits: { at: number; timeline: number; bytes: number }[] = [];
      let replica = { timeline: 1, bytes: 0 };
      let samples: ReturnType<typeof sample>[] = [];
      const facts: Parameters<typeof mayAnswer>[0] = { report: undefined, freshAt: undefined };
      let wroteAt: number | undefined;
      for (const { ms, what } of steps) {
        now += ms;
        if (what === "commit" || what === "write") {
          bytes += 10;
          commits.push({ at: now, timeline, bytes });
        }
        if (what === "write") wroteAt = now;
        if (what === "replay" && replica.timeline === timeline) replica = { timeline, bytes };
        // The replica stays on the old timeline, with bytes of its own.
        if (what === "failover") {
          timeline += 1;
          replica = { ...replica, bytes: replica.bytes + 15 };
        }
        if (what === "sample") samples = [...keepSamples(samples, now), sample(now, bytes, timeline)];
        if (what === "report") {
          facts.report = { ...replica, takenAt: now };
          facts.freshAt = freshAt(facts.report, samples) ?? facts.freshAt;
        }
        if (!mayAnswer(facts, { now, wroteAt })) continue;
        const neededSince = Math.max(now - FRESH_MS, wroteAt ?? 0);
        const needed = commits.filter(({ at }) => at <= neededSince);
        expect(needed.every((commit) => covers(replica, commit))).toBe(true);
      }
    }),
  );
});
