import { mayStaff } from "@caramelo/contract/call/staff-permissions";
import { contract } from "@caramelo/contract/contract";
import { FAILED_JOBS_MAX, RUNNING_JOBS_MAX } from "@caramelo/contract/limits";
import { WORK_KINDS, workKinds } from "@caramelo/contract/statistics/work-kinds";
import { addAuditEntry } from "../../base/audit/queries.ts";
import { findOutboxHealth } from "../../base/mail/queries.ts";
import { handle } from "../../platform/handle.ts";
import { fail } from "../../platform/http/failure.ts";
import { findProcesses } from "../../platform/nodes/claim-database.ts";
import { findLastBackup } from "../backup/queries.ts";
import { countStatistics } from "./count-statistics.ts";
import {
  findLastCount,
  findQueueHealth,
  listFailedJobs,
  listRunningJobs,
  listStatistics,
  retryFailedJob,
} from "./queries.ts";
import { isRecountDue, presentTrend, totalsOf, trendDays } from "./rules.ts";

export const dashboard = handle(contract.statistics.dashboard, async ({ me, db, clock, pendingWork }) => {
  const now = clock.now();
  const days = trendDays(now);
  const [first = ""] = days;
  const kinds = WORK_KINDS.filter((kind) => mayStaff(me.staffRole, workKinds[kind].permission));
  const rows = await listStatistics(db, first);
  return {
    totals: totalsOf(rows),
    countedAt: (await findLastCount(db)) ?? null,
    work: await Promise.all(kinds.map(async (kind) => ({ kind, ...(await pendingWork.find(kind, now)) }))),
    days: presentTrend(rows, days, mayStaff(me.staffRole, "viewOrders")),
  };
});

export const recount = handle(contract.statistics.recount, async ({ me, db, clock }) => {
  if (isRecountDue(await findLastCount(db), clock.now()))
    await countStatistics({ db, clock }, { isWhole: false, staffId: me.id });
  return {};
});

export const health = handle(contract.statistics.health, async ({ db, clock, mailer, disk, ...context }) => ({
  queue: await findQueueHealth(db),
  runningJobs: (await listRunningJobs(db, RUNNING_JOBS_MAX)).map((job) => ({
    ...job,
    task: context.describeJob(job.task),
  })),
  failedJobs: (await listFailedJobs(db, FAILED_JOBS_MAX)).map((job) => ({
    ...job,
    task: context.describeJob(job.task),
  })),
  mail: { isSending: mailer.isSending, ...(await findOutboxHealth(db, clock.now())) },
  disk: await disk.read(),
  processes: { ...(await findProcesses(db)), redis: context.redisState() },
  backup: (await findLastBackup(db)) ?? null,
}));

export const retryJob = handle(contract.statistics.retryJob, async ({ params, me, db, clock }) => {
  await db.transaction().execute(async (trx) => {
    const task = (await retryFailedJob(trx, params.job)) ?? fail("NOT_FOUND");
    const details = { job: params.job, task };
    await addAuditEntry(trx, { at: clock.now(), actorId: me.id, action: "job.retried", subjectId: null, details });
  });
  return {};
});
