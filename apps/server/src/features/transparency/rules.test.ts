import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { spanText } from "@caramelo/contract/formats/spans";
import { FIGURE_MIN } from "@caramelo/contract/limits";
import { MEDIAN_HOURS, QUARTER_COUNTS } from "@caramelo/contract/transparency/figures";
import { describe, expect, test } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import {
  addQuarters,
  firstDayOf,
  judgeCount,
  judgeMedian,
  listCountable,
  periodOf,
  presentQuarters,
  quarterOf,
  receivedDayError,
} from "./rules.ts";

const THIRD = { year: 2026, number: 3 };

describe("quarters", () => {
  test.each([
    ["2026-01-01", 1],
    ["2026-03-31", 1],
    ["2026-04-01", 2],
    ["2026-09-30", 3],
    ["2026-12-31", 4],
  ])("[D5.38] the day %s belongs to quarter %i", (day, number) => {
    expect(quarterOf(day)).toEqual({ year: 2026, number });
  });

  test("[D5.38] begin and end at midnight in São Paulo", () => {
    const { from, until } = periodOf(THIRD);
    expect([from.toISOString(), until.toISOString()]).toEqual(["2026-07-01T03:00:00.000Z", "2026-10-01T03:00:00.000Z"]);
    expect(quarterOf(dayInBrazil(new Date(until.getTime() - 1)))).toEqual(THIRD);
  });

  test("follow each other across years", () => {
    expect(addQuarters({ year: 2026, number: 4 }, 1)).toEqual({ year: 2027, number: 1 });
    expect(addQuarters({ year: 2026, number: 1 }, -1)).toEqual({ year: 2025, number: 4 });
    expect(addQuarters(THIRD, -8)).toEqual({ year: 2024, number: 3 });
    expect([1, 2, 3, 4].map((number) => firstDayOf({ year: 2026, number }))).toEqual([
      "2026-01-01",
      "2026-04-01",
      "2026-07-01",
      "2026-10-01",
    ]);
  });
});

describe("the quarters to count", () => {
  const now = new Date("2026-11-26T12:00:00.000Z");

  test("[D5.38] are none in the quarter in which the first member joined", () => {
    expect(listCountable(new Date("2026-10-01T03:00:00.000Z"), now)).toEqual([]);
  });

  test("[D5.38] begin with that quarter once it has ended in São Paulo", () => {
    const joinedAt = new Date("2026-10-01T02:59:59.000Z");
    expect(listCountable(joinedAt, now)).toEqual([THIRD]);
    expect(listCountable(joinedAt, new Date("2026-10-01T02:59:59.999Z"))).toEqual([]);
    expect(listCountable(joinedAt, new Date("2026-10-01T03:00:00.000Z"))).toEqual([THIRD]);
  });

  test("[D5.38] leave out a quarter of which notices may have been removed by their time", () => {
    const joinedAt = new Date("2020-05-05T12:00:00.000Z");
    expect(listCountable(joinedAt, now)).toEqual([THIRD]);
    // The first notice of the third quarter that was decided at once goes 183 days after July 1st.
    expect(listCountable(joinedAt, new Date("2026-12-31T03:00:00.000Z"))).toEqual([THIRD]);
    expect(listCountable(joinedAt, new Date("2026-12-31T03:00:00.001Z"))).toEqual([]);
    // The first two quarters of a year have 181 days.
    expect(listCountable(joinedAt, new Date("2027-07-01T03:00:00.000Z"))).toEqual([
      { year: 2027, number: 1 },
      { year: 2027, number: 2 },
    ]);
  });
});

const valuesOf = (values: Record<string, number>) => new Map(Object.entries(values));

describe("a number", () => {
  test("[D5.38] below ten is not shown, nor whether it is zero", () => {
    const look = (reports: number) => judgeCount("reports", valuesOf({ reports }));
    for (const count of [0, 1, FIGURE_MIN - 1]) expect(look(count)).toEqual({ look: "few", value: null });
    expect(look(FIGURE_MIN)).toEqual({ look: "exact", value: FIGURE_MIN });
  });

  test("[D5.38] that is a total is not shown while one of its parts is below ten", () => {
    const look = (appealsGranted: number, appealsRefused: number) =>
      judgeCount("appeals", valuesOf({ appeals: 30, appealsGranted, appealsRefused }));
    expect(look(21, 9)).toEqual({ look: "withheld", value: null });
    expect(look(0, 0)).toEqual({ look: "withheld", value: null });
    expect(look(20, 10)).toEqual({ look: "exact", value: 30 });
  });

  test("[D5.38] that no release counted is not zero", () => {
    expect(judgeCount("reports", valuesOf({ bans: 12 }))).toEqual({ look: "uncounted", value: null });
    expect(judgeMedian("reportSeconds", valuesOf({ reports: 12 }))).toEqual({ look: "uncounted", value: null });
  });

  test("[D5.38] below ten cannot be computed from the others: where one part is hidden, the total is, too", () => {
    const counts = fc.record(Object.fromEntries(QUARTER_COUNTS.map((name) => [name, fc.integer({ min: 0, max: 25 })])));
    const families = [
      ["appeals", "appealsGranted", "appealsRefused"],
      ["notices", "noticesAccepted", "noticesRefused"],
      ["authorityRequests", "authorityGranted", "authorityPartlyGranted", "authorityRefused"],
    ] as const;
    fc.assert(
      fc.property(counts, (drawnCounts) => {
        const values = valuesOf(drawnCounts);
        for (const [total, ...parts] of families) {
          const isPartHidden = parts.some((part) => judgeCount(part, values).look !== "exact");
          if (isPartHidden) expect(judgeCount(total, values).value).toBeNull();
        }
        for (const name of QUARTER_COUNTS) {
          const { value } = judgeCount(name, values);
          if (value !== null) expect(value).toBeGreaterThanOrEqual(FIGURE_MIN);
        }
      }),
    );
  });
});

test("[D5.38] a median is shown of ten decisions and more", () => {
  const look = (reportDecisions: number) =>
    judgeMedian("reportSeconds", valuesOf({ reportDecisions, reportSeconds: 60 }));
  expect(look(9)).toEqual({ look: "few", value: null });
  expect(look(10)).toEqual({ look: "exact", value: 60 });
  expect(judgeMedian("verificationSeconds", valuesOf({ verificationDecisions: 0 }))).toEqual({
    look: "few",
    value: null,
  });
});

test("[D5.38] a median is published as the page shows it, in whole minutes, hours or days, and never to the second", () => {
  const look = (reportSeconds: number) =>
    judgeMedian("reportSeconds", valuesOf({ reportDecisions: 10, reportSeconds })).value;
  expect([59, 119, 3_599, 3_601, 172_799, 172_801].map(look)).toEqual([0, 60, 3_540, 3_600, 169_200, 172_800]);
  const text = (seconds: number) => spanText(seconds * 1_000, MEDIAN_HOURS);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (seconds) => {
      expect(text(look(seconds) ?? -1)).toBe(text(seconds));
    }),
  );
});

test("the latest quarter comes first, each with its own numbers", () => {
  const quarters = presentQuarters([
    { startsOn: "2026-04-01", name: "reports", value: 11 },
    { startsOn: "2026-07-01", name: "reports", value: 12 },
    { startsOn: "2026-07-01", name: "bans", value: 2 },
  ]);
  expect(quarters.map(({ number, counts }) => [number, counts.reports.value, counts.bans.look])).toEqual([
    [3, 12, "few"],
    [2, 11, "uncounted"],
  ]);
});

test("[D5.39] the day on which a request of an authority arrived is between 2020 and today", () => {
  const error = "O dia deve estar entre 2020 e hoje";
  expect(
    ["2019-12-31", "2020-01-01", "2026-11-26", "2026-11-27"].map((day) => receivedDayError(day, "2026-11-26")),
  ).toEqual([error, undefined, undefined, error]);
});
