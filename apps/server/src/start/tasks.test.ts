import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { clockText } from "@caramelo/contract/formats/moments";
import { type JobHelpers, parseCronItems } from "graphile-worker";
import { describe, expect, test } from "vitest";
import { openMailCircuits } from "../base/mail/mail-circuits.ts";
import type { Context } from "../platform/context.ts";
import { type Job, job } from "../platform/job.ts";
import { openLog } from "../platform/log.ts";
import { systemClock } from "../platform/time/clock.ts";
import { describeJob, jobs, sweepJob } from "./jobs.ts";
import { CRON, listJobClasses, listTasks } from "./tasks.ts";

const SOURCES = fileURLToPath(new URL("..", import.meta.url));

/** The São Paulo times of a daily task, in summer and in winter. */
function localTimes(task: string): string[] {
  const [minute = "", hour = ""] = CRON.find((entry) => entry.task === task)?.match.split(" ") ?? [];
  const at = (month: number) => clockText(Date.UTC(2026, month, 15, Number(hour), Number(minute)));
  return [at(0), at(6)];
}

describe("the jobs of the product", () => {
  test("are all that a file of jobs declares", async () => {
    const files = globSync("{base,features,platform}/**/*jobs.ts", { cwd: SOURCES });
    const names = jobs.map(({ name }) => name);
    for (const file of files) {
      const declaredModule: { jobs?: readonly Job[] } = await import(`${SOURCES}/${file}`);
      expect(names, file).toEqual(expect.arrayContaining((declaredModule.jobs ?? []).map(({ name }) => name)));
    }
    expect(new Set(names).size).toBe(names.length);
  });

  test("are described in Portuguese, and those of another release by their names", () => {
    expect(describeJob("send-mail")).toBe("Enviar um e-mail");
    expect(describeJob("of-tomorrow")).toBe("of-tomorrow");
  });

  test("run by their own names as well where a sweep runs them, because the last release adds them so", () => {
    const sweptNames = jobs.filter(({ sweep }) => sweep !== undefined).map(({ name }) => name);
    expect(sweptNames.length).toBeGreaterThan(20);
    // The cast is safe, because nothing of the context is read while the list is made.
    expect(Object.keys(listTasks({} as Context))).toEqual(expect.arrayContaining(sweptNames));
    expect(CRON.filter(({ task }) => sweptNames.includes(task))).toEqual([]);
  });
});

test("a job that sweeps runs all others although one fails, logs each, and fails itself at the end", async () => {
  const lines: string[] = [];
  const part = (name: string, run: () => Promise<unknown>) => job(name, name, { sweep: "nightly", run });
  const sweep = sweepJob("nightly", "Tarefas da madrugada", { cron: "17 6 * * *" }, [
    part("sweep-first", async () => 3),
    part("sweep-broken", () => Promise.reject(new Error("the table is locked"))),
    part("sweep-last", async () => 0),
  ]);
  // The casts are safe, because a job reads nothing else of the context and of what the queue gives it.
  const context = { log: openLog("trace", { write: (line) => lines.push(line) }) } as unknown as Context;
  const helpers = { job: { attempts: 1, max_attempts: 25 } } as unknown as JobHelpers;

  const outcome = listTasks(context, [sweep])["nightly-sweeps"]?.({}, helpers);

  await expect(outcome).rejects.toThrow("some jobs failed: sweep-broken");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { task: "sweep-first", count: 3 },
    { task: "sweep-broken", err: { message: "the table is locked" } },
    { task: "sweep-last", count: 0 },
  ]);
});

describe("the schedule of jobs", () => {
  test("is written as the queue reads it, or the product would not start, and has twenty lines at most", () => {
    expect(parseCronItems(CRON)).toHaveLength(CRON.length);
    expect(CRON.length).toBeLessThanOrEqual(20);
  });

  test("lets only one run of each sweep work at a time, and says soon when a frequent one keeps failing", () => {
    const sweeps = CRON.filter(({ task }) => task.endsWith("-sweeps"));
    expect(sweeps.map(({ options }) => options)).toEqual([
      { queueName: "minute-sweeps", maxAttempts: 4 },
      { queueName: "ten-minute-sweeps", maxAttempts: 4 },
      { queueName: "nightly-sweeps" },
    ]);
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
    ["reconcile-all-orders", "03:23"],
    ["daily-mails", "18:00"],
    ["nightly-sweeps", "03:17"],
    ["warn-inactive-members", "10:30"],
  ])("runs %s at %s in São Paulo all year", (task, time) => {
    expect(localTimes(task)).toEqual([time, time]);
  });
});

// The cast is safe, because nothing else of the context is read while the lists are made.
const context = { mailCircuits: openMailCircuits(systemClock) } as unknown as Context;
const classes = listJobClasses(context);
const tasksOf = (wantedClass: string) => Object.keys(classes.find(({ name }) => name === wantedClass)?.tasks ?? {});

test("[T81] no mail is sent by the workers of payments, nor by those of other jobs", () => {
  const senders = ["send-account-mail", "send-alarm-mail", "send-notice-mail"];
  expect(senders.map((task) => classes.find(({ tasks }) => task in tasks)?.name)).toEqual([
    "account mails",
    "alarms",
    "notices",
  ]);
});

test("[T81] what only stores a mail about an account does not wait for the mail server", () => {
  const waitingTasks = classes.filter(({ circuit }) => circuit).flatMap(({ tasks }) => Object.keys(tasks));
  expect(waitingTasks.sort()).toEqual(["send-account-mail", "send-alarm-mail", "send-alarms", "send-notice-mail"]);
});

test("[T81] looks through many orders wait for none but their own kind, and leave workers to those who have just paid", () => {
  const looks = tasksOf("payments").filter((task) => task.startsWith("reconcile-"));
  const queues = looks.map((task) => CRON.find((entry) => entry.task === task)?.options.queueName);
  expect(queues).toEqual(looks);
  expect(classes.find(({ name }) => name === "payments")?.workers).toBeGreaterThan(looks.length + 1);
});
