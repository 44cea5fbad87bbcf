import { periods } from "@caramelo/contract/personal-data/periods";
import { job } from "../job.ts";
import { freeJobsOfTheDead } from "./jobs.ts";
import { daysBefore } from "./sweep.ts";

export const jobs = [
  job("free-jobs", "Retomar tarefas interrompidas", {
    cron: "* * * * *",
    run: async ({ log }, _, { withOwner }) => {
      const freed = await withOwner(freeJobsOfTheDead);
      if (freed > 0) log.warn({ freed }, "freed jobs of a process that ended while it ran them");
    },
  }),
  // The payloads of jobs whose last attempt failed may name people.
  job("sweep-jobs", "Limpar tarefas que falharam", {
    sweep: "nightly",
    run: async ({ clock }, _, { withOwner }) => {
      const { rowCount } = await withOwner((owner) =>
        owner.query(
          `select from graphile_worker.complete_jobs(array(
            select id from graphile_worker.jobs where attempts >= max_attempts and locked_at is null and updated_at < $1
          ))`,
          [daysBefore(periods.failedJobs)(clock.now())],
        ),
      );
      return rowCount;
    },
  }),
];
