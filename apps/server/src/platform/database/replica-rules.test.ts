import { describe, expect, test } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import { FRESH_MS, freshAt, type Known, keepSamples, learn, mayAnswer, UNKNOWN } from "./replica-rules.ts";

const sample = (takenAt: number, bytes: number, timeline = 1) => ({ takenAt, bytes, timeline });
const report = (takenAt: number, bytes: number, timeline = 1) => ({
  ...sample(takenAt, bytes, timeline),
  answeredAt: takenAt,
});
/** The state of a replica that has proved that it follows the primary. */
const learnKnown = (last: ReturnType<typeof report>, samples: ReturnType<typeof sample>[]) =>
  learn({ ...UNKNOWN, isProven: true }, last, samples);
const unread = { wroteAt: undefined };

describe("the age of a replica", () => {
  test("it has what was committed before the latest sample that it has replayed", () => {
    const samples = [sample(1_000, 100), sample(1_500, 200), sample(2_000, 300)];
    expect(freshAt(report(2_001, 250), samples)).toBe(1_500);
    expect(freshAt(report(2_001, 300), samples)).toBe(2_000);
    expect(freshAt(report(2_001, 99), samples)).toBeUndefined();
  });

  test("one that is paused stays fresh while nothing happens at the primary", () => {
    expect(mayAnswer(learnKnown(report(9_001, 300), [sample(9_000, 300)]), { now: 9_400, ...unread })).toBe(true);
  });

  test("one that has bytes of another timeline does not have those of a failover", () => {
    const samples = [sample(1_000, 100, 1), sample(1_500, 200, 2)];
    expect(freshAt(report(1_501, 900, 1), samples)).toBe(1_000);
    expect(freshAt(report(1_501, 200, 2), samples)).toBe(1_500);
  });

  test("samples are kept for a minute, so that the age of one that is behind is known", () => {
    const samples = [sample(0, 1), sample(30_000, 2), sample(60_001, 3)];
    expect(keepSamples(samples, 60_001).map(({ bytes }) => bytes)).toEqual([2, 3]);
  });
});

describe("whether a replica may answer", () => {
  const samples = [sample(10_000, 100)];
  const at = (now: number, wroteAt?: number) => mayAnswer(learnKnown(report(10_100, 100), samples), { now, wroteAt });

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
    expect(mayAnswer(UNKNOWN, { now: 10_001, ...unread })).toBe(false);
    expect(mayAnswer(learnKnown(report(8_000, 100), samples), { now: 10_001, ...unread })).toBe(false);
    expect(mayAnswer(learnKnown(report(10_000, 1), samples), { now: 10_001, ...unread })).toBe(false);
  });
});

describe("whether a replica follows this primary", () => {
  const first = learn(UNKNOWN, report(1_100, 200), [sample(1_000, 150)]);

  test("it is unknown before the primary was asked after the replica's first report", () => {
    expect(first).toMatchObject({ isProven: undefined, freshAt: undefined });
    // This sample began before the replica had answered.
    const slow = { ...report(900, 150), answeredAt: 1_001 };
    expect(learn(learn(UNKNOWN, slow, []), report(1_100, 150), [sample(1_000, 150)]).isProven).toBeUndefined();
  });

  test("it does while the primary has later all that the replica had", () => {
    const samples = [sample(1_000, 150), sample(1_500, 200)];
    const second = learn(first, report(1_600, 200), samples);
    expect(second).toMatchObject({ isProven: true, freshAt: 1_500 });
    // A primary that does not answer says nothing new about the replica.
    expect(learn(second, report(2_100, 210), samples)).toMatchObject({ isProven: true, freshAt: 1_500 });
  });

  test("one that is ahead of the primary follows the primary as it was before it was restored", () => {
    const samples = [sample(1_000, 150), sample(1_500, 199)];
    expect(learn(first, report(1_600, 200), samples)).toMatchObject({ isProven: false, freshAt: undefined });
    const provenReplica = learnKnown(report(1_100, 200), [sample(1_000, 150)]);
    expect(learn(provenReplica, report(1_600, 200), samples)).toMatchObject({ isProven: false, freshAt: undefined });
  });

  test("a position that a replica had does not count once the replica has gone back", () => {
    const samples = [sample(1_000, 150), sample(1_500, 200)];
    const second = learn(first, report(1_600, 200), samples);
    expect(learn(second, report(1_700, 100), samples).freshAt).toBeUndefined();
  });
});

const STEPS = [
  ["commit", "write", "replay", "sample", "report"],
  ["failover", "stray", "follow", "go back", "restore", "clone"],
] as const;

test("a replica that may answer has every commit of two seconds ago and every write of the reader, whatever the order of events", () => {
  const [often, seldom] = STEPS;
  const what = fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...often) }, fc.constantFrom(...seldom));
  const step = fc.record({ ms: fc.integer({ min: 1, max: 400 }), what });
  let answers = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80, size: "max" }), (steps) => {
      let [now, timeline, bytes] = [0, 1, 1e9];
      type Commit = { at: number; bytes: number };
      let commits: Commit[] = [];
      /** Where each timeline ended. */
      const ends = new Map<number, number>();
      let replica = { timeline, bytes, commits, isForeign: false };
      let samples: ReturnType<typeof sample>[] = [];
      let facts: Known = UNKNOWN;
      let wroteAt: number | undefined;
      const happen = {
        commit: () => {
          bytes += 10;
          commits = [...commits, { at: now, bytes }];
        },
        write: () => {
          happen.commit();
          wroteAt = now;
        },
        replay: () => {
          if (replica.timeline === timeline && !replica.isForeign) replica = { ...replica, bytes, commits };
        },
        sample: () => {
          samples = [...keepSamples(samples, now), sample(now, bytes, timeline)];
        },
        report: () => {
          facts = learn(facts, report(now, replica.bytes, replica.timeline), samples);
        },
        failover: () => {
          ends.set(timeline, bytes);
          timeline += 1;
        },
        // The primary keeps running next to the one that replaces it, and so does the replica.
        stray: () => {
          if (replica.timeline !== timeline) return;
          happen.replay();
          happen.failover();
          replica = { ...replica, bytes: replica.bytes + 15 };
        },
        follow: () => {
          const end = ends.get(replica.timeline);
          if (end !== undefined && replica.bytes <= end) replica = { ...replica, timeline: replica.timeline + 1 };
        },
        // The server crashed, which its connections say.
        "go back": () => {
          const leftBytes = replica.bytes - 25;
          replica = {
            ...replica,
            bytes: leftBytes,
            commits: replica.commits.filter((commit) => commit.bytes <= leftBytes),
          };
          facts = UNKNOWN;
        },
        // The primary starts again from an older copy of its volume.
        restore: () => {
          bytes -= 1e6;
          commits = [];
          replica = { ...replica, isForeign: true };
        },
        clone: () => {
          replica = { timeline, bytes, commits, isForeign: false };
          facts = UNKNOWN;
        },
      };
      for (const { ms, what: name } of steps) {
        now += ms;
        happen[name]();
        if (!mayAnswer(facts, { now, wroteAt })) continue;
        answers += 1;
        const neededSince = Math.max(now - FRESH_MS, wroteAt ?? 0);
        const missingCommits = commits.filter(
          (commit) => commit.at <= neededSince && !replica.commits.includes(commit),
        );
        expect(missingCommits).toEqual([]);
      }
    }),
  );
  // Without this, the property would hold for replicas that never answer.
  expect(answers).toBeGreaterThan(100);
});
