import { clockText } from "@caramelo/contract/formats/moments";
import { jobNames } from "@caramelo/contract/texts/jobs";
import { parseCronItems } from "graphile-worker";
import { describe, expect, test } from "vitest";
import type { Context } from "../platform/context.ts";
import { CRON, listTasks } from "./tasks.ts";

/** The São Paulo times of a daily task, in summer and in winter. */
function localTimes(task: string): string[] {
  const [minute = "", hour = ""] = CRON.find((entry) => entry.task === task)?.match.split(" ") ?? [];
  const at = (month: number) => clockText(Date.UTC(2026, month, 15, Number(hour), Number(minute)));
  return [at(0), at(6)];
}

test("every job has a name that the office shows, and every name a job", () => {
  // The cast is safe, because nothing of the context is read while the list is made.
  expect(Object.keys(jobNames).sort()).toEqual(Object.keys(listTasks({} as Context)).sort());
});

test("the queue can read the whole schedule", () => {
  expect(() => parseCronItems(CRON)).not.toThrow();
});

describe("the schedule of jobs", () => {
  test("is written as the queue reads it, or the product would not start", () => {
    expect(parseCronItems(CRON)).toHaveLength(CRON.length);
  });

  test("[D3.17][K9.04] runs the online-status job at 9, 13 and 18 h in São Paulo all year", () => {
    const [minute = "", hours = ""] = CRON.find(({ task }) => task === "run-availability")?.match.split(" ") ?? [];
    for (const month of [0, 6]) {
      const times = hours.split(",").map((hour) => new Date(Date.UTC(2026, month, 15, Number(hour), Number(minute))));
      expect(times.map(clockText)).toEqual(["09:00", "13:00", "18:00"]);
    }
  });

  test.each([
    ["reroll-shuffle-keys", "04:00"],
    ["sweep-jobs", "03:07"],
    ["sweep-sessions", "03:17"],
    ["sweep-notifications", "03:57"],
    ["reconcile-all-orders", "03:23"],
    ["daily-mails", "18:00"],
    ["sweep-links", "03:37"],
    ["sweep-sign-ups", "03:39"],
    ["sweep-visits", "03:47"],
    ["sweep-stream-events", "04:13"],
    ["sweep-access-records", "03:52"],
    ["sweep-purchases", "03:12"],
    ["sweep-report-words", "04:06"],
    ["deactivate-inactive-members", "03:32"],
    ["warn-inactive-members", "10:30"],
  ])("runs %s at %s in São Paulo all year", (task, time) => {
    expect(localTimes(task)).toEqual([time, time]);
  });
});
