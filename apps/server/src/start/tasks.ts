import type { Task, TaskList } from "graphile-worker";
import { planStoredMail, sendMail, sweepMails } from "../base/mail/jobs.ts";
import {
  sendConfirmation,
  sendDelayedEmailChange,
  sendEmailChange,
  sendInvitation,
  sendRecovery,
  sendSignInAlert,
  sendSignUpMail,
} from "../features/accounts/jobs.ts";
import {
  deactivateInactiveMembers,
  sweepAccessRecords,
  sweepKnownDevices,
  sweepLinks,
  sweepPasskeyChallenges,
  sweepSessions,
  sweepSignUps,
  warnInactiveMembers,
} from "../features/accounts/retention-jobs.ts";
import { connectProviders, remindOfEnds, sendRefund, settlePayment } from "../features/billing/jobs.ts";
import { receiveWebhook } from "../features/billing/receive-webhook.ts";
import { reconcileAllOrders, reconcileOrders } from "../features/billing/reconcile-jobs.ts";
import { removeOldPurchases } from "../features/billing/retention-jobs.ts";
import { settleOrder } from "../features/billing/settle-order.ts";
import { alarmOfOverdueWithdrawals } from "../features/billing/withdrawal-jobs.ts";
import { pruneProfileChanges } from "../features/discovery/jobs.ts";
import { beginDelayedErasure } from "../features/erasure/begin-erasure.ts";
import { eraseAccounts, recordErasure, remindOfErasures } from "../features/erasure/jobs.ts";
import { sweepExports } from "../features/exports/jobs.ts";
import { makeExport } from "../features/exports/make-export.ts";
import { sweepStreamEvents } from "../features/messaging/jobs.ts";
import {
  banPhoto,
  endSuspensions,
  mailWaitingNotices,
  sendAlarms,
  sweepEvidence,
  sweepHiddenPhotos,
} from "../features/moderation/jobs.ts";
import { forgetReportWords, removeCasesOfErased } from "../features/moderation/retention-jobs.ts";
import { reviewWarnedMessages } from "../features/moderation/review-warned-messages.ts";
import { inviteAvailable, pushInvitation } from "../features/notifications/invitation-jobs.ts";
import {
  mailMember,
  planDailyMails,
  planExternalNotifications,
  pushOne,
  sweepNotifications,
} from "../features/notifications/jobs.ts";
import {
  alarmOfDataRequests,
  mailWaitingRequests,
  sweepDataRequests,
} from "../features/personal-data/data-request-jobs.ts";
import { sweepPhotoObjects } from "../features/photos/jobs.ts";
import { runScheduledAvailability } from "../features/presence/jobs.ts";
import { removeConsentsOfErased } from "../features/privacy/retention-jobs.ts";
import { lowerTiers, rerollAllShuffleKeys } from "../features/profiles/jobs.ts";
import { sendSandboxWebhook } from "../features/sandbox/jobs.ts";
import { SANDBOX } from "../features/sandbox/sandbox-provider.ts";
import { countStatistics } from "../features/statistics/count-statistics.ts";
import { countQuarters } from "../features/transparency/jobs.ts";
import { applyAgeGates, destroyDocuments, sweepDocuments } from "../features/verification/jobs.ts";
import { sweepVisits } from "../features/visits/jobs.ts";
import type { Context } from "../platform/context.ts";
import { freeJobsOfTheDead, removeFailedJobs } from "../platform/database/jobs.ts";
import { inventory } from "./inventory.ts";
import { jobPayloads } from "./job-payloads.ts";
import { keptForErasure } from "./kept-for-erasure.ts";

/** At most one run waits, however long the current one takes, so that slow runs do not pile up. */
const oneWaits = (task: string) => ({ jobKey: task, jobKeyMode: "preserve_run_at" as const });

/**
 * Of each kind of search through the orders, only one runs at a time, so that workers of payments stay free for members
 * who have just paid. The search through all orders may take an hour; the one for recent payments has its own queue and
 * does not wait for it.
 */
const oneLooks = (task: string) => ({ ...oneWaits(task), queueName: task });

// Minutes and hours are in UTC; São Paulo is three hours behind all year.
export const CRON = [
  { task: "lower-tiers", match: "* * * * *" },
  { task: "count-statistics", match: "* * * * *", options: oneWaits("count-statistics") },
  { task: "recount-statistics", match: "12 6 * * *" },
  { task: "count-quarters", match: "42 7 * * *" },
  { task: "run-availability", match: "0 12,16,21 * * *" },
  { task: "free-jobs", match: "* * * * *" },
  { task: "end-suspensions", match: "* * * * *" },
  { task: "mail-waiting-notices", match: "* * * * *", options: oneWaits("mail-waiting-notices") },
  { task: "mail-waiting-requests", match: "* * * * *", options: oneWaits("mail-waiting-requests") },
  { task: "remind-of-ends", match: "5 11-22 * * *" },
  { task: "alarm-withdrawals", match: "35 * * * *" },
  { task: "alarm-data-requests", match: "40 * * * *" },
  { task: "connect-providers", match: "2 6 * * *" },
  { task: "reconcile-orders", match: "*/15 * * * *", options: oneLooks("reconcile-orders") },
  { task: "reconcile-all-orders", match: "23 6 * * *", options: oneLooks("reconcile-all-orders") },
  { task: "destroy-documents", match: "*/10 * * * *" },
  { task: "sweep-documents", match: "5,15,25,35,45,55 * * * *" },
  { task: "sweep-passkey-challenges", match: "8,18,28,38,48,58 * * * *" },
  { task: "sweep-photo-objects", match: "*/10 * * * *" },
  { task: "sweep-exports", match: "3,13,23,33,43,53 * * * *" },
  { task: "prune-profile-changes", match: "*/10 * * * *" },
  // One at a time over all processes, because each walks through all that are due.
  { task: "erase-accounts", match: "4,14,24,34,44,54 * * * *", options: oneLooks("erase-accounts") },
  { task: "remind-of-erasures", match: "25 12 * * *" },
  { task: "sweep-erased", match: "19 7 * * *" },
  { task: "sweep-jobs", match: "7 6 * * *" },
  { task: "sweep-sessions", match: "17 6 * * *" },
  { task: "sweep-mails", match: "27 6 * * *" },
  { task: "sweep-links", match: "37 6 * * *" },
  { task: "sweep-sign-ups", match: "39 6 * * *" },
  { task: "sweep-known-devices", match: "42 6 * * *" },
  { task: "sweep-access-records", match: "52 6 * * *" },
  { task: "sweep-purchases", match: "12 6 * * *" },
  { task: "warn-inactive-members", match: "30 13 * * *" },
  { task: "deactivate-inactive-members", match: "32 6 * * *" },
  { task: "sweep-visits", match: "47 6 * * *" },
  { task: "sweep-notifications", match: "57 6 * * *" },
  { task: "sweep-evidence", match: "3 7 * * *" },
  { task: "sweep-report-words", match: "6 7 * * *" },
  { task: "sweep-data-requests", match: "16 7 * * *" },
  { task: "sweep-hidden-photos", match: "9 7 * * *" },
  { task: "sweep-stream-events", match: "13 7 * * *" },
  { task: "daily-mails", match: "0 21 * * *" },
  { task: "reroll-shuffle-keys", match: "0 7 * * *" },
];

/** The function of each task of the job queue. CRON and `addJob` name the tasks. */
export function listTasks(context: Context) {
  type Work = (context: Context) => Promise<number>;
  /** Does the work and logs how much it was, under the name `counter`. */
  const count = (counter: string, text: string, work: Work) => async () => {
    context.log.info({ [counter]: await work(context) }, text);
  };
  /** Works like `count`, but logs nothing when there was nothing to do. */
  const countAny = (counter: string, text: string, work: Work) => async () => {
    const much = await work(context);
    if (much > 0) context.log.info({ [counter]: much }, text);
  };
  const sweep = (what: string, work: Work) => count("removed", `swept ${what}`, work);
  const send: Task = (payload, { job }) =>
    sendMail(context, jobPayloads["send-mail"].parse(payload).id, job.attempts >= job.max_attempts);
  return {
    "alarm-withdrawals": async () => {
      const overdue = await alarmOfOverdueWithdrawals(context);
      if (overdue > 0) context.log.warn({ overdue }, "alarmed the staff of withdrawals that nobody answered in time");
    },
    "alarm-data-requests": async () => {
      const due = await alarmOfDataRequests(context);
      if (due > 0) context.log.warn({ due }, "alarmed the staff of requests about data that are nearly due");
    },
    "apply-age-gates": () => applyAgeGates(context),
    "begin-delayed-erasure": (payload) =>
      beginDelayedErasure(context, jobPayloads["begin-delayed-erasure"].parse(payload)),
    "ban-photo": (payload) => banPhoto(context, jobPayloads["ban-photo"].parse(payload)),
    "connect-providers": () => connectProviders(context),
    "count-quarters": countAny("counted", "counted ended quarters", countQuarters),
    "count-statistics": () => countStatistics(context, { isWhole: false }),
    "daily-mails": count("planned", "planned the mails of the day", planDailyMails),
    "destroy-documents": countAny("destroyed", "destroyed the documents of verifications", destroyDocuments),
    "end-suspensions": countAny("ended", "ended suspensions", endSuspensions),
    "erase-accounts": async (_, { withPgClient }) => {
      // Only the database's owner may remove what stays with a member.
      const erased = await withPgClient((owner) => eraseAccounts(context, owner, keptForErasure));
      if (erased > 0) context.log.info({ erased }, "walked through the steps of erasures");
    },
    "free-jobs": async (_, { withPgClient }) => {
      const freed = await withPgClient(freeJobsOfTheDead);
      if (freed > 0) context.log.warn({ freed }, "freed jobs of a process that ended while it ran them");
    },
    "invite-available": (payload) => inviteAvailable(context, jobPayloads["invite-available"].parse(payload).id),
    "deactivate-inactive-members": count("deactivated", "deactivated inactive accounts", deactivateInactiveMembers),
    "lower-tiers": countAny("lowered", "lowered tiers", lowerTiers),
    "mail-day": (payload) => mailMember(context, jobPayloads["mail-day"].parse(payload).id, "daily"),
    "mail-notifications": (payload) => mailMember(context, jobPayloads["mail-notifications"].parse(payload).id, "each"),
    "mail-waiting-notices": countAny("mailed", "mailed what waited about notices", mailWaitingNotices),
    "mail-waiting-requests": countAny("mailed", "mailed what waited about requests about data", mailWaitingRequests),
    "make-export": (payload, { job, withPgClient }) => {
      const { id } = jobPayloads["make-export"].parse(payload);
      // The product's own role may not read the access log.
      return makeExport({ ...context, withOwner: withPgClient }, inventory.tables, { id, attempt: job.attempts });
    },
    "prune-profile-changes": () => pruneProfileChanges(context),
    "push-invitation": (payload) => pushInvitation(context, jobPayloads["push-invitation"].parse(payload)),
    "push-one": (payload) => pushOne(context, jobPayloads["push-one"].parse(payload)),
    "reconcile-all-orders": count("looked", "reconciled all orders", reconcileAllOrders),
    "reconcile-orders": count("looked", "reconciled orders", reconcileOrders),
    "record-erasure": (payload) => recordErasure(context, jobPayloads["record-erasure"].parse(payload).memberId),
    "remind-of-erasures": countAny("mailed", "reminded of erasures", remindOfErasures),
    "remind-of-ends": count("mailed", "reminded of ends", remindOfEnds),
    "recount-statistics": () => countStatistics(context, { isWhole: true }),
    "reroll-shuffle-keys": () => rerollAllShuffleKeys(context),
    "review-warned-messages": (payload) =>
      reviewWarnedMessages(context, jobPayloads["review-warned-messages"].parse(payload)),
    "run-availability": (payload) =>
      runScheduledAvailability(context, new Date(jobPayloads["run-availability"].parse(payload)._cron.ts)),
    "send-account-mail": send,
    "send-alarm-mail": send,
    "send-alarms": () => sendAlarms(context),
    "send-confirmation": (payload) => sendConfirmation(context, jobPayloads["send-confirmation"].parse(payload).email),
    "send-delayed-email-change": (payload) =>
      sendDelayedEmailChange(context, jobPayloads["send-delayed-email-change"].parse(payload)),
    "send-email-change": (payload) => sendEmailChange(context, jobPayloads["send-email-change"].parse(payload)),
    "send-invitation": (payload) => sendInvitation(context, jobPayloads["send-invitation"].parse(payload).id),
    "send-mail": (payload) => planStoredMail(context, jobPayloads["send-mail"].parse(payload).id),
    "send-notice-mail": send,
    "send-recovery": (payload) => sendRecovery(context, jobPayloads["send-recovery"].parse(payload).email),
    "send-refund": (payload) => sendRefund(context, jobPayloads["send-refund"].parse(payload)),
    "send-sandbox-webhook": (payload) =>
      sendSandboxWebhook(context, jobPayloads["send-sandbox-webhook"].parse(payload).paymentId, (webhook) =>
        receiveWebhook(context, SANDBOX, webhook),
      ),
    "settle-order": (payload) => settleOrder(context, jobPayloads["settle-order"].parse(payload).id),
    "settle-payment": (payload) => settlePayment(context, jobPayloads["settle-payment"].parse(payload)),
    "send-sign-in-alert": (payload) => sendSignInAlert(context, jobPayloads["send-sign-in-alert"].parse(payload)),
    "send-sign-up-mail": (payload) => sendSignUpMail(context, jobPayloads["send-sign-up-mail"].parse(payload)),
    "sweep-data-requests": sweep("requests about data", sweepDataRequests),
    "sweep-documents": sweep("documents", sweepDocuments),
    "sweep-access-records": sweep("access records", sweepAccessRecords),
    "sweep-purchases": async (_, { withPgClient }) => {
      // Only the database's owner may remove a purchase.
      const removed = await withPgClient((owner) => removeOldPurchases(owner, context.clock.now()));
      context.log.info({ removed }, "swept purchases");
    },
    "sweep-erased": async (_, { withPgClient }) => {
      const removed = await withPgClient(async (owner) => {
        const now = context.clock.now();
        return (await removeCasesOfErased(owner, now)) + (await removeConsentsOfErased(owner, now));
      });
      context.log.info({ removed }, "swept what erased members had left");
    },
    "sweep-report-words": async (_, { withPgClient }) => {
      // The product's own role may not change reports, so this uses the owner's connection.
      const cases = await withPgClient((owner) => forgetReportWords(owner, context.clock.now()));
      context.log.info({ removed: cases }, "swept words of reports");
    },
    "warn-inactive-members": count("warned", "warned inactive members", warnInactiveMembers),
    "sweep-jobs": async (_, { withPgClient }) => {
      // The product's own role may not read the queue, so this uses the worker's connection, which is the owner's.
      const removed = await withPgClient((owner) => removeFailedJobs(owner, context.clock.now()));
      context.log.info({ removed }, "swept failed jobs");
    },
    "sweep-evidence": sweep("evidence", sweepEvidence),
    "sweep-exports": countAny("removed", "swept exports", sweepExports),
    "sweep-hidden-photos": sweep("hidden photos", sweepHiddenPhotos),
    "sweep-known-devices": sweep("known devices", sweepKnownDevices),
    "sweep-links": sweep("links", sweepLinks),
    "sweep-mails": sweep("mails", sweepMails),
    "sweep-notifications": sweep("notifications", sweepNotifications),
    "sweep-passkey-challenges": countAny("removed", "swept challenges for passkeys", sweepPasskeyChallenges),
    "sweep-photo-objects": sweep("photo objects", sweepPhotoObjects),
    "sweep-sessions": sweep("sessions", sweepSessions),
    "sweep-sign-ups": sweep("sign-ups that nobody confirmed", sweepSignUps),
    "plan-external-notifications": (payload) =>
      planExternalNotifications(context, jobPayloads["plan-external-notifications"].parse(payload).id),
    "sweep-stream-events": sweep("stream events", sweepStreamEvents),
    "sweep-visits": sweep("visits", sweepVisits),
  } satisfies TaskList;
}
