import type { Task, TaskList } from "graphile-worker";
import type { Context } from "../platform/context.ts";
import { jobs } from "./jobs.ts";
import { keptData } from "./kept-data.ts";

/** The timetable, in UTC. */
export const CRON = jobs.flatMap(({ name: task, cron: match, overlap = "" }) => {
  if (match === undefined) return [];
  const options = {
    ...(overlap.endsWith("once") && { jobKey: task, jobKeyMode: "preserve_run_at" as const }),
    ...(overlap.startsWith("in-turn") && { queueName: task }),
  };
  return [{ task, match, options }];
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
