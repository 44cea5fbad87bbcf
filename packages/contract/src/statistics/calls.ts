import * as z from "zod";
import { call, instant, wireInt } from "../call/call.ts";
import { quietOfficeCall } from "../call/common-calls.ts";
import { FAILED_JOBS_MAX, RUNNING_JOBS_MAX, TREND_DAYS } from "../limits.ts";
import { recordOf } from "../record-of.ts";
import { WORK_KINDS } from "./work-kinds.ts";

/** Totals: how many there are now, or were at the end of a day. */
export const TOTALS = ["members", "verified", "premium", "messages"] as const;
/**
 * Counts of what happened on a day. `revenueCentavos` is the money that came in, and `trialCentavos` what was only
 * tried out.
 */
export const DAILY_COUNTS = [
  "signUps",
  "activeMembers",
  "sentMessages",
  "revenueCentavos",
  "trialCentavos",
  "reports",
  "decidedWithdrawals",
] as const;
/** Totals of which each day of the charts has the value at its end. */
export const DAILY_TOTALS = ["members", "verified", "premium"] as const satisfies readonly (typeof TOTALS)[number][];
export type TotalName = (typeof TOTALS)[number];
export type DailyCountName = (typeof DAILY_COUNTS)[number];
export type DailyTotalName = (typeof DAILY_TOTALS)[number];
export type StatisticName = TotalName | DailyCountName;

/** A number is null when it was not counted on that day, or when it is money that the caller may not see. */
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
      /** Pending work of the kinds that the caller may do, including kinds with nothing to do. */
      work: z.array(
        z.strictObject({
          kind: z.enum(WORK_KINDS),
          count: z.int(),
          oldestAt: instant().nullable(),
          oldestId: z.uuid().nullable(),
        }),
      ),
      /** The last days in São Paulo, the latest last. */
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
        /** Jobs that are due and have not begun. */
        waiting: z.int(),
        running: z.int(),
        /** Jobs for a later time. */
        planned: z.int(),
        /** Jobs that failed and will be tried again automatically. */
        retrying: z.int(),
        /** Jobs that failed for the last time. */
        failed: z.int(),
        oldestDueAt: instant().nullable(),
      }),
      // `task` says in Portuguese what the job does; one of another release is described by its name.
      /** The jobs that have been running the longest. */
      runningJobs: z.array(z.strictObject({ id: z.int(), task: z.string(), startedAt: instant() })),
      failedJobs: z.array(z.strictObject({ id: z.int(), task: z.string(), attempts: z.int(), failedAt: instant() })),
      mail: z.strictObject({
        /** Whether there is a mail server. Without one every mail is only stored. */
        isSending: z.boolean(),
        waiting: z.int(),
        oldestWaitingAt: instant().nullable(),
        failed: z.int(),
      }),
      /** The space on the volume with the data folder. */
      disk: z.strictObject({ freeBytes: z.int(), totalBytes: z.int() }),
      processes: z.strictObject({
        /** How many processes work on the database. */
        count: z.int(),
        /** Whether some processes work on the database without sharing Redis or the master key with the others. */
        isContested: z.boolean(),
        /** The state of Redis, through which several processes share their state. */
        redis: z.enum(["unused", "connected", "lost"]),
      }),
      /** The latest backup; null when there has been none. */
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
