import * as mail from "../base/mail/jobs.ts";
import * as accounts from "../features/accounts/jobs.ts";
import * as accountRetention from "../features/accounts/retention-jobs.ts";
import * as billing from "../features/billing/jobs.ts";
import * as reconciliation from "../features/billing/reconcile-jobs.ts";
import * as purchaseRetention from "../features/billing/retention-jobs.ts";
import * as withdrawals from "../features/billing/withdrawal-jobs.ts";
import * as discovery from "../features/discovery/jobs.ts";
import * as erasure from "../features/erasure/jobs.ts";
import * as exports from "../features/exports/jobs.ts";
import * as messaging from "../features/messaging/jobs.ts";
import * as moderation from "../features/moderation/jobs.ts";
import * as caseRetention from "../features/moderation/retention-jobs.ts";
import * as invitations from "../features/notifications/invitation-jobs.ts";
import * as notifications from "../features/notifications/jobs.ts";
import * as consentRetention from "../features/personal-data/consent-jobs.ts";
import * as dataRequests from "../features/personal-data/data-request-jobs.ts";
import * as photos from "../features/photos/jobs.ts";
import * as presence from "../features/presence/jobs.ts";
import * as profiles from "../features/profiles/jobs.ts";
import * as statistics from "../features/statistics/jobs.ts";
import * as transparency from "../features/transparency/jobs.ts";
import * as verification from "../features/verification/jobs.ts";
import * as visits from "../features/visits/jobs.ts";
import * as queue from "../platform/database/queue-jobs.ts";
import { type Job, job, type PayloadsOf, type SweepName } from "../platform/job.ts";

const featureJobs = [
  ...mail.jobs,
  ...accounts.jobs,
  ...accountRetention.jobs,
  ...billing.jobs,
  ...reconciliation.jobs,
  ...purchaseRetention.jobs,
  ...withdrawals.jobs,
  ...discovery.jobs,
  ...exports.jobs,
  ...erasure.jobs,
  ...messaging.jobs,
  ...moderation.jobs,
  ...caseRetention.jobs,
  ...notifications.jobs,
  ...invitations.jobs,
  ...dataRequests.jobs,
  ...photos.jobs,
  ...presence.jobs,
  ...consentRetention.jobs,
  ...profiles.jobs,
  ...statistics.jobs,
  ...transparency.jobs,
  ...verification.jobs,
  ...visits.jobs,
  ...queue.jobs,
];

declare module "../platform/database/jobs.ts" {
  interface JobPayloads extends PayloadsOf<(typeof featureJobs)[number]> {}
}

/**
 * A job that runs others one after another, so that they need one worker and one line of the timetable. A failing one
 * does not stop the others; the job fails at the end, so that the office shows it and the queue tries again.
 */
export const sweepJob = (
  when: SweepName,
  words: string,
  timing: { cron: string; tries?: number },
  sweptJobs: readonly Job[] = featureJobs,
) =>
  job(`${when}-sweeps`, words, {
    ...timing,
    isSingle: true,
    run: async (context, _, run) => {
      const failedTasks: string[] = [];
      for (const swept of sweptJobs.filter(({ sweep }) => sweep === when))
        await swept.run(context, {}, run).catch((err: unknown) => {
          context.log.warn({ err, task: swept.name }, "a job failed");
          failedTasks.push(swept.name);
        });
      if (failedTasks.length > 0) throw new Error(`some jobs failed: ${failedTasks.join(", ")}`);
    },
  });

/** Every job of the product. The last release adds each swept job by its own name, and so may an operator. */
export const jobs: readonly Job[] = [
  ...featureJobs,
  // Few tries, because the next job comes soon, and the staff must learn of a job that keeps failing.
  sweepJob("minute", "Tarefas de cada minuto", { cron: "* * * * *", tries: 4 }),
  sweepJob("ten-minute", "Tarefas de cada dez minutos", { cron: "*/10 * * * *", tries: 4 }),
  sweepJob("nightly", "Tarefas da madrugada", { cron: "17 6 * * *" }),
];

const wordsByName = new Map(jobs.map(({ name, words }) => [name, words]));

/** The description of a job, in Portuguese. A job of another release is described by its name. */
export const describeJob = (name: string): string => wordsByName.get(name) ?? name;
