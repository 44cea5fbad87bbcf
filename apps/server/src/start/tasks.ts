import type { MailClass } from "@caramelo/contract/mail/purposes";
import type { Task, TaskList } from "graphile-worker";
import type { Circuit } from "../platform/concurrency/circuit.ts";
import type { Context } from "../platform/context.ts";
import type { JobClassName } from "../platform/job.ts";
import { keptData } from "./inventory.ts";
import { jobs } from "./jobs.ts";

/** The timetable, in UTC. */
export const CRON = jobs.flatMap(({ name: task, cron: match, waitsOnce, isSingle, tries }) => {
  const options = {
    ...(waitsOnce && { jobKey: task, jobKeyMode: "preserve_run_at" as const }),
    ...(isSingle && { queueName: task }),
    ...(tries !== undefined && { maxAttempts: tries }),
  };
  return match === undefined ? [] : [{ task, match, options }];
});

/** The functions of some jobs, or of all, by the names under which the queue has them. */
export function listTasks(context: Context, wantedJobs = jobs): TaskList {
  return Object.fromEntries(
    wantedJobs.map(({ name, run }): [string, Task] => [
      name,
      (payload, { job, withPgClient }) =>
        run(context, payload, {
          attempt: job.attempts,
          isLastAttempt: job.attempts >= job.max_attempts,
          withOwner: withPgClient,
          keptData,
        }),
    ]),
  );
}

/**
 * A class of jobs. Each class has its own workers in every process, so that its jobs do not wait for those of another
 * class.
 */
export type JobClass = {
  name: string;
  workers: number;
  tasks: TaskList;
  /** Its workers take a job only while this circuit allows it. */
  circuit?: Circuit;
};

const CLASSES: Record<JobClassName, { workers: number; mails?: MailClass }> = {
  // At most two workers search through many orders, so the others serve members who have just paid or are being paid
  // back.
  payments: { workers: 4 },
  "account mails": { workers: 2, mails: "account" },
  // Jobs that store the mails about accounts. A member waits for these too, but they never contact the mail server.
  accounts: { workers: 1 },
  alarms: { workers: 1, mails: "alarm" },
  notices: { workers: 1, mails: "notice" },
  // An export may take minutes, and many may wait, so that other jobs do not wait for them.
  exports: { workers: 1 },
  others: { workers: 4 },
};

/** Returns every job of the product by class. */
export const listJobClasses = (context: Context): JobClass[] =>
  Object.entries(CLASSES).map(([name, { workers, mails }]) => ({
    name,
    workers,
    tasks: listTasks(
      context,
      jobs.filter((job) => job.class === name),
    ),
    ...(mails && { circuit: context.mailCircuits[mails] }),
  }));
