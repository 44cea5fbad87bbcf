import { periods } from "@caramelo/contract/privacy/periods";
import type { ClientBase } from "pg";
import { job } from "../job.ts";
import { freeJobsOfTheDead } from "./jobs.ts";

const KEEP_FAILED_MS = periods.failedJobs.days * 86_400_000;

/**
 * Removes jobs whose last attempt failed a week ago, because their payloads may name people. `owner` is a connection of
 * the database's owner. Returns how many jobs it removed.
 */
export async function removeFailedJobs(owner: Pick<ClientBase, "query">, now: Date): Promise<number> {
  const { rowCount } = await owner.query(
    `select from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs where attempts >= max_attempts and locked_at is null and updated_at < $1
    ))`,
    [new Date(now.getTime() - KEEP_FAILED_MS)],
  );
  return rowCount ?? 0;
}

export const jobs = [
  job({
    name: "free-jobs",
    words: "Retomar tarefas interrompidas",
    cron: "* * * * *",
    run: async ({ log }, _, { withOwner }) => {
      const freed = await withOwner(freeJobsOfTheDead);
      if (freed > 0) log.warn({ freed }, "freed jobs of a process that ended while it ran them");
    },
  }),
  job({
    name: "sweep-jobs",
    words: "Limpar tarefas que falharam",
    sweep: "nightly-sweeps",
    run: (context, _, { withOwner }) => withOwner((owner) => removeFailedJobs(owner, context.clock.now())),
  }),
];
