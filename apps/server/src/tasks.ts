import type { TaskList } from "graphile-worker";
import * as z from "zod";
import {
  sendConfirmation,
  sendEmailChange,
  sendRecovery,
  sendSignUpMail,
  sweepLinks,
  sweepSessions,
} from "./features/accounts/jobs.ts";
import { sendMail, sweepMails } from "./features/mail/jobs.ts";
import {
  mailDay,
  mailDayOf,
  mailNews,
  pushOne,
  sweepNotifications,
  tellOutside,
} from "./features/notifications/jobs.ts";
import { sweepPhotoObjects } from "./features/photos/jobs.ts";
import { lowerTiers, rerollAllShuffleKeys } from "./features/profiles/jobs.ts";
import { sweepVisits } from "./features/visits/jobs.ts";
import type { Context } from "./platform/context.ts";
import { removeFailedJobs } from "./platform/database/jobs.ts";

// Minutes and hours are UTC; São Paulo is three hours behind all year.
export const CRON = [
  { task: "lower-tiers", match: "* * * * *" },
  { task: "sweep-photo-objects", match: "*/10 * * * *" },
  { task: "sweep-jobs", match: "7 6 * * *" },
  { task: "sweep-sessions", match: "17 6 * * *" },
  { task: "sweep-mails", match: "27 6 * * *" },
  { task: "sweep-links", match: "37 6 * * *" },
  { task: "sweep-visits", match: "47 6 * * *" },
  { task: "sweep-notifications", match: "57 6 * * *" },
  { task: "daily-mails", match: "0 21 * * *" },
  { task: "reroll-shuffle-keys", match: "0 7 * * *" },
];

const Id = z.object({ id: z.uuid() });
const Push = z.object({ id: z.uuid(), endpoint: z.string() });
const Address = z.object({ email: z.string() });
const SignUp = z.object({ memberId: z.uuid(), email: z.string() });
const NewAddress = z.object({ memberId: z.uuid(), sessionId: z.uuid(), email: z.string() });

/** Who does each job of the queue; CRON and `addJob` name them. */
export function listTasks(context: Context): TaskList {
  const sweep = (what: string, work: (context: Context) => Promise<number>) => async () => {
    context.log.info({ removed: await work(context) }, `swept ${what}`);
  };
  return {
    "daily-mails": async () => {
      context.log.info({ planned: await mailDay(context) }, "planned the mails of the day");
    },
    "lower-tiers": async () => {
      const lowered = await lowerTiers(context);
      if (lowered > 0) context.log.info({ lowered }, "lowered tiers");
    },
    "mail-day": (payload) => mailDayOf(context, Id.parse(payload).id),
    "mail-news": (payload) => mailNews(context, Id.parse(payload).id),
    "push-one": (payload) => pushOne(context, Push.parse(payload)),
    "reroll-shuffle-keys": () => rerollAllShuffleKeys(context),
    "send-confirmation": (payload) => sendConfirmation(context, Address.parse(payload).email),
    "send-email-change": (payload) => sendEmailChange(context, NewAddress.parse(payload)),
    "send-mail": async (payload, { job }) => sendMail(context, Id.parse(payload).id, job.attempts >= job.max_attempts),
    "send-recovery": (payload) => sendRecovery(context, Address.parse(payload).email),
    "send-sign-up-mail": (payload) => sendSignUpMail(context, SignUp.parse(payload)),
    "sweep-jobs": async (_, { withPgClient }) => {
      // The product's own role may not look into the queue; the worker's connection is the owner's.
      const removed = await withPgClient((owner) => removeFailedJobs(owner, context.clock.now()));
      context.log.info({ removed }, "swept failed jobs");
    },
    "sweep-links": sweep("links", sweepLinks),
    "sweep-mails": sweep("mails", sweepMails),
    "sweep-notifications": sweep("notifications", sweepNotifications),
    "sweep-photo-objects": sweep("photo objects", sweepPhotoObjects),
    "sweep-sessions": sweep("sessions", sweepSessions),
    "tell-outside": (payload) => tellOutside(context, Id.parse(payload).id),
    "sweep-visits": sweep("visits", sweepVisits),
  };
}
