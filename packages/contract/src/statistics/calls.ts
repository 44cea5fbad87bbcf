import * as z from "zod";
import { call, instant, wireInt } from "../call/call.ts";
import { quietOfficeCall } from "../call/common-calls.ts";
import { FAILED_JOBS_MAX, RUNNING_JOBS_MAX, TREND_DAYS } from "../limits.ts";
import { recordOf } from "../record-of.ts";
import { WORK_KINDS } from "./work-kinds.ts";

/** Totals: the current number, or the number at the end of a day. */
export const TOTALS = ["members", "verified", "premium", "messages"] as const;
/** Counts of a day's events. `revenueCentavos` is real money, `trialCentavos` simulated payments. */
export const DAILY_COUNTS = [
  "signUps",
  "activeMembers",
  "sentMessages",
  "revenueCentavos",
  "trialCentavos",
  "reports",
  "decidedWithdrawals",
] as const;
/** Totals with a value at the end of each charted day. */
export const DAILY_TOTALS = ["members", "verified", "premium"] as const satisfies readonly (typeof TOTALS)[number][];
export type TotalName = (typeof TOTALS)[number];
export type DailyCountName = (typeof DAILY_COUNTS)[number];
export type DailyTotalName = (typeof DAILY_TOTALS)[number];
export type StatisticName = TotalName | DailyCountName;

/** A number is null if it was not counted on that day, or if it is money that the caller may not see. */
const trendDay = z.strictObject({
  day: z.iso.date(),
  ...recordOf([...DAILY_TOTALS, ...DAILY_COUNTS], () => z.int().nullable()),
});

export const statistics = {
  dashboard: call({
    ...quietOfficeCall,
    method: "GET",
    path: "/admin/dashboard",
    permission: "viewDashboard",
    answers: z.strictObject({
      /** Null until the first count. */
      totals: z.strictObject(recordOf(TOTALS, () => z.int())).nullable(),
      countedAt: instant().nullable(),
      /** Pending work of the kinds allowed to the caller, including empty ones. */
      work: z.array(
        z.strictObject({
          kind: z.enum(WORK_KINDS),
          count: z.int(),
          oldestAt: instant().nullable(),
          oldestId: z.uuid().nullable(),
        }),
      ),
      /** The last days in São Paulo, latest last. */
      days: z.array(trendDay),
    }),
    summary: `How many members, verified and premium members and messages there are, what waits for the staff, and each of the last ${TREND_DAYS} days.`,
  }),
  recount: call({
    ...quietOfficeCall,
    method: "POST",
    path: "/admin/dashboard/counts",
    permission: "viewDashboard",
    answers: z.strictObject({}),
    summary: "Counts the numbers of the dashboard anew, unless that was done in the last seconds.",
  }),
  health: call({
    ...quietOfficeCall,
    method: "GET",
    path: "/admin/health",
    permission: "viewHealth",
    answers: z.strictObject({
      queue: z.strictObject({
        /** Due jobs that have not started. */
        waiting: z.int(),
        running: z.int(),
        /** Jobs for a later time. */
        planned: z.int(),
        /** Failed jobs that will be retried automatically. */
        retrying: z.int(),
        /** Jobs that failed permanently. */
        failed: z.int(),
        oldestDueAt: instant().nullable(),
      }),
      // `task` describes the job in Portuguese; a job of another release is described by its name.
      /** The longest-running jobs. */
      runningJobs: z.array(z.strictObject({ id: z.int(), task: z.string(), startedAt: instant() })),
      failedJobs: z.array(z.strictObject({ id: z.int(), task: z.string(), attempts: z.int(), failedAt: instant() })),
      mail: z.strictObject({
        /** Whether there is a mail server. Without one, mails are only stored. */
        isSending: z.boolean(),
        waiting: z.int(),
        oldestWaitingAt: instant().nullable(),
        failed: z.int(),
      }),
      /** The space on the data folder's volume. */
      disk: z.strictObject({ freeBytes: z.int(), totalBytes: z.int() }),
      processes: z.strictObject({
        /** The number of processes on this database. */
        count: z.int(),
        /** Whether some processes use the database without sharing Redis or the master key with the others. */
        isContested: z.boolean(),
        /** The state of Redis, with which several processes share state. */
        redis: z.enum(["unused", "connected", "lost"]),
      }),
      /** The latest backup; null without one. */
      backup: z.strictObject({ takenAt: instant(), bytes: z.int(), isEncrypted: z.boolean() }).nullable(),
    }),
    summary: `How the job queue, the mails, the disk, the processes and the backups do, with the ${RUNNING_JOBS_MAX} jobs that have run longest and the latest ${FAILED_JOBS_MAX} that failed for good.`,
  }),
  retryJob: call({
    ...quietOfficeCall,
    method: "POST",
    path: "/admin/jobs/:job/retries",
    permission: "retryJobs",
    params: z.strictObject({ job: wireInt(1, 2_147_483_647) }),
    answers: z.strictObject({}),
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: "Has a job that failed for good tried again; it is in the audit log.",
  }),
};
