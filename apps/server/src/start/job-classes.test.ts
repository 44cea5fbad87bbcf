import { expect, test } from "vitest";
import { openMailCircuits } from "../base/mail/mail-circuits.ts";
import type { Context } from "../platform/context.ts";
import { systemClock } from "../platform/time/clock.ts";
import { listJobClasses } from "./job-classes.ts";
import { CRON, listTasks } from "./tasks.ts";

// The cast is safe, because nothing else of the context is read while the lists are made.
const context = { mailCircuits: openMailCircuits(systemClock) } as unknown as Context;
const classes = listJobClasses(context);
const tasksOf = (wantedClass: string) => Object.keys(classes.find(({ name }) => name === wantedClass)?.tasks ?? {});

test("[T81] every job is of one class, and every class has workers", () => {
  const names = classes.flatMap(({ tasks }) => Object.keys(tasks));
  expect(names.sort()).toEqual(Object.keys(listTasks(context)).sort());
  expect(classes.every(({ workers }) => workers > 0)).toBe(true);
});

test("[T81] no mail is sent by the workers of payments, nor by those of other jobs", () => {
  const senders = ["send-account-mail", "send-alarm-mail", "send-notice-mail"];
  expect(senders.map((task) => classes.find(({ tasks }) => task in tasks)?.name)).toEqual([
    "account mails",
    "alarms",
    "notices",
  ]);
});

test("[T81] what only stores a mail about an account does not wait for the mail server", () => {
  const waiting = classes.filter(({ circuit }) => circuit).flatMap(({ tasks }) => Object.keys(tasks));
  expect(waiting.sort()).toEqual(["send-account-mail", "send-alarm-mail", "send-alarms", "send-notice-mail"]);
});

test("[T81] looks through many orders wait for none but their own kind, and leave workers to those who have just paid", () => {
  const looks = tasksOf("payments").filter((task) => task.startsWith("reconcile-"));
  const queues = looks.map((task) => CRON.find((entry) => entry.task === task)?.options.queueName);
  expect(queues).toEqual(looks);
  expect(classes.find(({ name }) => name === "payments")?.workers).toBeGreaterThan(looks.length + 1);
});
