import { describe, expect, test } from "vitest";
import { CRON } from "./tasks.ts";

const inBrazil = new Intl.DateTimeFormat("pt-BR", { timeZone: "America/Sao_Paulo", timeStyle: "short" });

/** The São Paulo times of a daily task, in summer and in winter. */
function localTimes(task: string): string[] {
  const [minute = "", hour = ""] = CRON.find((entry) => entry.task === task)?.match.split(" ") ?? [];
  const at = (month: number) => inBrazil.format(new Date(Date.UTC(2026, month, 15, Number(hour), Number(minute))));
  return [at(0), at(6)];
}

describe("the schedule of jobs", () => {
  test.each([
    ["reroll-shuffle-keys", "04:00"],
    ["sweep-jobs", "03:07"],
    ["sweep-sessions", "03:17"],
    ["sweep-notifications", "03:57"],
    ["reconcile-all-orders", "03:23"],
    ["daily-mails", "18:00"],
    ["sweep-links", "03:37"],
    ["sweep-visits", "03:47"],
  ])("runs %s at %s in São Paulo all year", (task, time) => {
    expect(localTimes(task)).toEqual([time, time]);
  });
});
